import type { TeamJob } from '@kinora/contract/jobs';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import classes from './job-list.module.css';

type Props = {
  job: Pick<TeamJob, 'videoKey' | 'title' | 'project' | 'coverUrl' | 'duration' | 'isAudioOnly'>;
};

/** The cover, title and project of a video, which lead to its processing. */
export function JobVideo({ job }: Props) {
  const { teamName } = useTeamScope();
  const { videoKey, title, project, coverUrl, duration, isAudioOnly } = job;
  const to = paths.video(teamName, project.key, videoKey, 'outputs');
  return (
    <span className={classes.video}>
      <Link to={to} className={classes.cover} tabIndex={-1} aria-hidden>
        <Thumbnail src={coverUrl} durationSeconds={duration} audioOnly={isAudioOnly} />
      </Link>
      <span className={classes.words}>
        <Link to={to} className={classes.title}>
          {title}
        </Link>
        <Link
          to={paths.project(teamName, project.key)}
          className={`${classes.second} ${classes.project}`}
        >
          {project.name}
        </Link>
      </span>
    </span>
  );
}
