import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { ProjectCard } from './project-card.tsx';
import classes from './project-grid.module.css';

type Props = {
  projects: Project[];
  /** The page before is still shown; the next one is on its way. */
  isStale: boolean;
};

export function ProjectGrid({ projects, isStale }: Props) {
  const t = useTranslations('projects.list');
  return (
    <ul className={classes.grid} aria-label={t('label')} aria-busy={isStale} data-stale={isStale}>
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} />
      ))}
    </ul>
  );
}

export function ProjectGridSkeleton() {
  return (
    <Loading>
      <div className={classes.grid}>
        {Array.from({ length: 9 }, (_, card) => (
          <div className={classes.card} key={card}>
            <div className={classes.bone} />
            <div className={`${classes.words} ${classes.bones}`}>
              <Skeleton width="62%" height={16} />
              <Skeleton width="50%" height={12} />
              <Skeleton width="40%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
