import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { useTeam, useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { mayCreateProjects } from '../../../projects/rules.ts';
import type { Dropped } from '../../data/dropped.ts';
import { stageDropped } from '../../data/stage-dropped.ts';
import { PROJECT_CHOICE_LIMIT } from '../../rules/upload-target.ts';
import { NewProject } from './new-project.tsx';
import { ProjectPicker } from '../../../projects/components/project-picker.tsx';
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
  const scope = useTeamScope();
  const mayCreate = mayCreateProjects(useTeam().role);
  const showFailure = useFailureToast();
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
      <ProjectPicker
        mode="go"
        words={{
          search: t('search'),
          label: t('label'),
          none: mayCreate ? t('first') : t('none'),
          noResults: (q) => t('noResults', { q }),
        }}
        limit={PROJECT_CHOICE_LIMIT}
        isOpen={({ actions }) => actions.upload}
        toPage={({ key }) => paths.projectUpload(scope.teamName, key)}
        onGo={({ key }) => stage(key)}
        facts={({ key, videoCount }) => `${t('videos', { count: videoCount })} · ${key}`}
        renderAfter={(hasNone) =>
          mayCreate && <NewProject isFirst={hasNone} onCreated={({ key }) => stage(key)} />
        }
      />
    </>
  );
}
