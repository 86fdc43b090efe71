import { normaliseText } from '@kinora/contract/normalise-text';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import { projectsQuery } from '../../../projects/data.ts';
import { PROJECT_CHOICE_LIMIT } from '../../rules/upload-target.ts';
import classes from './choose-project.module.css';

type Props = { opened: boolean; onClose: () => void };

/** Which project new videos go to. Choosing one opens its upload page. */
export function ChooseProject({ opened, onClose }: Props) {
  const t = useTranslations('videos.choose');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={520}>
      {opened && <Choices />}
    </Dialog>
  );
}

function Choices() {
  const t = useTranslations('videos.choose');
  const projectWords = useTranslations('projects');
  const scope = useTeamScope();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(normaliseText(text.trim()), 300);
  const filter = { limit: PROJECT_CHOICE_LIMIT, ...(q !== '' && { q }) };
  const projects = useQuery(projectsQuery(scope, filter));
  return (
    <>
      <TextInput
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t('search')}
        aria-label={t('search')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        data-autofocus
      />
      <Loaded query={projects} skeleton={<Rows />} item={projectWords('title')}>
        {({ data }) => {
          const open = data.filter((project) => project.actions.upload);
          if (open.length === 0) {
            return (
              <p className={classes.none} role="status">
                {q === '' ? t('none') : t('noResults', { q })}
              </p>
            );
          }
          return (
            <ul className={classes.list} aria-label={t('label')}>
              {open.map((project) => (
                <li key={project.id}>
                  <Link
                    to={paths.projectUpload(scope.teamName, project.key)}
                    className={classes.choice}
                    preload={false}
                  >
                    <span className={classes.cover}>
                      <Thumbnail src={project.covers[0]} fluid />
                    </span>
                    <span className={classes.words}>
                      <span className={classes.name}>{project.name}</span>
                      <span className={classes.second}>
                        {t('videos', { count: project.videoCount })} · {project.key}
                      </span>
                    </span>
                    <IconChevronRight size={17} className={classes.arrow} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function Rows() {
  return (
    <Loading>
      <div className={classes.list}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={classes.choice}>
            <Skeleton width={64} height={36} />
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
