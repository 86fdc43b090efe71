import { IconFolderOpen, IconLock, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { projectQuery } from '../../../projects/data.ts';
import classes from './drop-overlay.module.css';

type Props = {
  projectKey: string | undefined;
  /** Whether a drop would be taken. */
  onDecided: (mayDrop: boolean) => void;
};

/** Covers the window while files are dragged over it. */
export function DropOverlay({ projectKey, onDecided }: Props) {
  const t = useTranslations('uploads.drop');
  const scope = useTeamScope();
  const { data: project } = useQuery({
    ...projectQuery(scope, projectKey ?? ''),
    enabled: projectKey !== undefined,
  });
  const mayDrop = project?.actions.upload === true;
  useEffect(() => {
    onDecided(mayDrop);
    return () => onDecided(false);
  }, [mayDrop, onDecided]);

  if (projectKey !== undefined && project === undefined) return null;
  const Icon = mayDrop ? IconUpload : project ? IconLock : IconFolderOpen;
  const title = mayDrop
    ? t('title', { project: project.name })
    : project
      ? t('forbidden', { project: project.name })
      : t('noProject');
  return (
    <div className={classes.overlay} data-allowed={mayDrop || undefined} role="status">
      <div className={classes.frame}>
        <Icon size={40} stroke={1.5} aria-hidden />
        <p className={classes.title}>{title}</p>
        <p>{mayDrop ? t('hint') : project ? t('forbiddenHint') : t('noProjectHint')}</p>
      </div>
    </div>
  );
}
