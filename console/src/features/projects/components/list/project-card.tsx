import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import { CoverMosaic } from './cover-mosaic.tsx';
import { ProjectFacts } from '../project-facts.tsx';
import classes from './project-grid.module.css';

/** One project of the list; the whole card is its link. */
export function ProjectCard({ project }: { project: Project }) {
  const t = useTranslations('projects.list');
  const format = useFormat();
  const { teamName } = useTeamScope();
  return (
    <li className={classes.card}>
      <CoverMosaic covers={project.covers} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={paths.project(teamName, project.key)} className={classes.link}>
            {project.name}
          </Link>
        </h2>
        <code className={classes.key} translate="no">
          {project.key}
        </code>
        <p className={classes.facts}>
          <ProjectFacts project={project} kinds={['videos', 'members']} />
        </p>
        <p className={classes.created}>
          {t('created', { date: format.date(project.createdAt), name: project.creator.name })}
        </p>
      </div>
    </li>
  );
}
