import type { Project } from '@kinora/contract/projects';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { useTeam, useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import { mayCreateProjects } from '../../../projects/rules.ts';
import type { Dropped } from '../../data/dropped.ts';
import { stageDropped } from '../../data/stage-dropped.ts';
import { PROJECT_CHOICE_LIMIT } from '../../rules/upload-target.ts';
import { NewProject } from './new-project.tsx';
import { ProjectSearch, useProjectSearch } from '../../../projects/components/project-search.tsx';
import classes from './choose-project.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Files that were dropped before: they are added where the person says. */
  dropped: readonly Dropped[];
};

/** Shows which project new videos go to. Choosing or making one opens its upload page. */
export function ChooseProject({ opened, onClose, dropped }: Props) {
  const t = useTranslations('uploads.target');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={520}>
      {opened && <Choices dropped={dropped} onDone={onClose} />}
    </Dialog>
  );
}

type ChoicesProps = { dropped: readonly Dropped[]; onDone: () => void };

function Choices({ dropped, onDone }: ChoicesProps) {
  const t = useTranslations('uploads.target');
  const projectWords = useTranslations('projects');
  const scope = useTeamScope();
  const mayCreate = mayCreateProjects(useTeam().role);
  const showFailure = useFailureToast();
  const { text, setText, q, projects } = useProjectSearch({ limit: PROJECT_CHOICE_LIMIT });
  const open = projects.data?.data.filter((project) => project.actions.upload);
  const hasNone = q === '' && open?.length === 0;
  const stage = (projectKey: string) => {
    onDone();
    if (dropped.length > 0) stageDropped(scope.teamName, projectKey, dropped).catch(showFailure);
  };
  const [first] = dropped;
  return (
    <>
      {first && (
        <p className={classes.kept}>
          {t('kept', {
            name: first.file?.name ?? first.entry?.name ?? '',
            more: dropped.length - 1,
          })}
        </p>
      )}
      {!hasNone && <ProjectSearch label={t('search')} text={text} onText={setText} />}
      <Loaded query={projects} skeleton={<Rows />} item={projectWords('title')}>
        {() => {
          if (hasNone) return <p className={classes.none}>{mayCreate ? t('first') : t('none')}</p>;
          if (open?.length === 0) {
            return (
              <p className={classes.none} role="status">
                {t('noResults', { q })}
              </p>
            );
          }
          return <ProjectList projects={open ?? []} onChoose={stage} />;
        }}
      </Loaded>
      {mayCreate && open !== undefined && (
        <NewProject isFirst={hasNone} onCreated={(project) => stage(project.key)} />
      )}
    </>
  );
}

type ListProps = { projects: readonly Project[]; onChoose: (projectKey: string) => void };

function ProjectList({ projects, onChoose }: ListProps) {
  const t = useTranslations('uploads.target');
  const { teamName } = useTeamScope();
  return (
    <ul className={classes.list} aria-label={t('label')}>
      {projects.map((project) => (
        <li key={project.id}>
          <Link
            to={paths.projectUpload(teamName, project.key)}
            className={classes.choice}
            preload={false}
            onClick={() => onChoose(project.key)}
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
