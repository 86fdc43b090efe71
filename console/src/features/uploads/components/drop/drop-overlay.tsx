import { IconFolderOpen, IconLock, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { useTeam, useTeamScope } from '../../../../base/team-scope.ts';
import { showToast } from '../../../../base/toasts.ts';
import { projectQuery } from '../../../../base/project.ts';
import { projectsQuery } from '../../../projects/data.ts';
import { mayCreateProjects } from '../../../projects/rules.ts';
import {
  type DropTarget,
  findDropTarget,
  PROJECT_CHOICE_LIMIT,
} from '../../rules/upload-target.ts';
import classes from './drop-overlay.module.css';

type Props = {
  projectKey: string | undefined;
  /** Files were dropped already, and wait for a decision. */
  hasDropped: boolean;
  /** Says where a drop would go; undefined while that is not known. */
  onDecided: (target: DropTarget | undefined) => void;
  /** Takes them where they go, or nowhere. */
  onSettled: (target: DropTarget) => void;
  /** Gives them up: this can't be shown. */
  onClose: () => void;
};

/** Covers the window while files are dragged over it. */
export function DropOverlay({ projectKey, hasDropped, onDecided, onSettled }: Props) {
  const { project, target, isKnown, error } = useTarget(projectKey);
  const words = useWords(project, target);
  const showFailure = useFailureToast();
  useEffect(() => {
    if (!isKnown) return undefined;
    onDecided(target);
    return () => onDecided(undefined);
  }, [isKnown, target, onDecided]);
  const settle = useEffectEvent(() => {
    if (!isKnown) showFailure(error);
    else if (target === null) showToast('error', { title: words.title, detail: words.hint });
    onSettled(isKnown ? target : null);
  });
  const isSettled = hasDropped && (isKnown || error !== null);
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);

  if (!isKnown) return null;
  const Icon = words.icon;
  return (
    <div className={classes.overlay} data-allowed={target !== null || undefined} role="status">
      <div className={classes.frame}>
        <Icon size={40} stroke={1.5} aria-hidden />
        <p className={classes.title}>{words.title}</p>
        <p>{words.hint}</p>
      </div>
    </div>
  );
}

type Named = { key: string; name: string; actions: { upload: boolean } };

function useTarget(projectKey: string | undefined) {
  const scope = useTeamScope();
  const mayCreate = mayCreateProjects(useTeam().role);
  const isOpen = projectKey !== undefined;
  const one = useQuery({ ...projectQuery(scope, projectKey ?? ''), enabled: isOpen });
  const all = useQuery({
    ...projectsQuery(scope, { limit: PROJECT_CHOICE_LIMIT }),
    enabled: !isOpen,
  });
  const projects = isOpen ? undefined : all.data?.data;
  const mayUpload = one.data?.actions.upload === true;
  const target = useMemo((): DropTarget => {
    if (isOpen) return mayUpload ? { projectKey } : null;
    return findDropTarget(projects, mayCreate);
  }, [isOpen, mayUpload, projectKey, projects, mayCreate]);
  const only = target !== null && target !== 'choose' ? target.projectKey : undefined;
  const project: Named | undefined = isOpen ? one.data : projects?.find(({ key }) => key === only);
  const { data, error } = isOpen ? one : all;
  return { project, target, isKnown: data !== undefined, error };
}

function useWords(project: Named | undefined, target: DropTarget) {
  const t = useTranslations('uploads.drop');
  if (target === 'choose') {
    return { icon: IconUpload, title: t('choose'), hint: t('hint') };
  }
  if (target !== null) {
    return {
      icon: IconUpload,
      title: t('title', { project: project?.name ?? '' }),
      hint: t('hint'),
    };
  }
  if (project) {
    const title = t('forbidden', { project: project.name });
    return { icon: IconLock, title, hint: t('forbiddenHint') };
  }
  return { icon: IconFolderOpen, title: t('noProject'), hint: t('noProjectHint') };
}
