import type { Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { Link } from '../../../../ui/link.tsx';
import classes from './side-cards.module.css';

/** Where the video belongs. */
export function ProjectCard({ project }: { project: Video['project'] }) {
  const t = useTranslations('videos');
  const { teamName } = useTeamScope();
  return (
    <Card title={t('projectCard.title')}>
      <Link to={paths.project(teamName, project.key)} className={classes.project}>
        {project.name}
      </Link>
      <div className={classes.second}>{project.key}</div>
    </Card>
  );
}
