import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { projectQuery } from '../../../base/project.ts';
import classes from './list/projects.module.css';
import { getRememberedProject } from './remembered.ts';

/** The way back to the project that was open last; nothing when there is none. */
export function GoOn() {
  const t = useTranslations('projects.list');
  const scope = useTeamScope();
  const key = getRememberedProject(scope.teamName);
  const { data } = useQuery({ ...projectQuery(scope, key ?? ''), enabled: key !== null });
  if (data === undefined) return null;
  return (
    <Link to={paths.project(scope.teamName, data.key)} className={classes.goOn}>
      <span>{t('goOn', { name: data.name })}</span>
      <IconArrowRight size={16} stroke={1.8} aria-hidden />
    </Link>
  );
}
