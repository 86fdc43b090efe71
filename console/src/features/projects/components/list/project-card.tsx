import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import { ProjectCover } from './project-cover.tsx';
import { ProjectFacts } from '../project-facts.tsx';
import classes from './project-grid.module.css';

/** One project of the list; the whole card is its link. */
export function ProjectCard({ project }: { project: Project }) {
  const t = useTranslations('projects.list');
  const format = useFormat();
  const { teamName } = useTeamScope();
  return (
    <li className={classes.card}>
      <ProjectCover id={project.id} name={project.name} src={project.covers[0]} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={paths.project(teamName, project.key)} className={classes.link}>
            {project.name}
          </Link>
        </h2>
        <p className={classes.facts}>
          <ProjectFacts project={project} kinds={['videos', 'members']} />
        </p>
        <p className={classes.changed}>
          <time dateTime={project.lastActivityAt} title={format.dateTime(project.lastActivityAt)}>
            {isJustNow(project.lastActivityAt)
              ? t('changedNow')
              : t('changed', { when: format.relative(project.lastActivityAt) })}
          </time>
        </p>
      </div>
    </li>
  );
}

const isJustNow = (time: string) => Date.now() - Date.parse(time) < 60_000;
