import type { Project } from '@kinora/contract/projects';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import dialog from '../../../../ui/dialog.module.css';
import { ProjectSearch, useProjectSearch } from '../../../projects/components/project-search.tsx';
import type { Amount } from '../../rules/selection.ts';
import { MoveEffects } from './move-effects.tsx';
import classes from './move-dialog.module.css';

/** Others are found by their name. */
const CHOICE_LIMIT = 50;

type Props = {
  opened: boolean;
  onClose: () => void;
  amount: Amount;
  /** Says where all of them are already. */
  projectKey: string | undefined;
  busy: boolean;
  onProject: (key: string) => void;
};

export function MoveDialog({ opened, ...props }: Props) {
  const t = useTranslations('videos.batch.move');
  const { amount, onClose, busy } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title', amount)} busy={busy}>
      {opened && <MoveForm {...props} />}
    </Dialog>
  );
}

function MoveForm({ projectKey, busy, onProject, onClose }: Omit<Props, 'opened'>) {
  const t = useTranslations('videos.batch.move');
  const ui = useTranslations('ui');
  const projectWords = useTranslations('projects');
  const name = useId();
  const { text, setText, q, projects } = useProjectSearch({ limit: CHOICE_LIMIT });
  const [target, setTarget] = useState<Project>();
  const chosen = target?.key;
  return (
    <form
      className={dialog.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined && !busy) onProject(chosen);
      }}
    >
      <ProjectSearch
        label={t('search')}
        text={text}
        onText={setText}
        // The form is sent by its button, once a project is chosen.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Loaded query={projects} skeleton={<Rows />} item={projectWords('title')}>
        {({ data }) => {
          const open = data.filter(({ key, actions }) => actions.updateVideo && key !== projectKey);
          if (open.length === 0) {
            return (
              <p className={classes.none} role="status">
                {q === '' ? t('none') : t('noResults', { q })}
              </p>
            );
          }
          return (
            <div className={classes.list} role="radiogroup" aria-label={t('label')}>
              {open.map((project) => (
                <label key={project.id} className={classes.choice}>
                  <input
                    type="radio"
                    name={name}
                    checked={chosen === project.key}
                    onChange={() => setTarget(project)}
                  />
                  <span className={classes.name}>{project.name}</span>
                  <span className={classes.key}>{project.key}</span>
                </label>
              ))}
            </div>
          );
        }}
      </Loaded>
      {target && <MoveEffects fromKey={projectKey} to={target} />}
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={chosen === undefined}>
          {t('button')}
        </Button>
      </div>
    </form>
  );
}

function Rows() {
  return (
    <Loading>
      <div className={classes.list}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={classes.choice}>
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
