import type { TeamJob } from '@kinora/contract/jobs';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useNow } from '../../../base/use-now.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { StatusPill, type Tone } from '../../../ui/status-pill.tsx';
import { useSpeedWords } from '../../uploads/components/use-speed-words.ts';
import { RetryButton } from '../../videos/components/processing/retry-button.tsx';
import { getJobWord, type JobWord } from '../rules.ts';
import { JobVideo } from './job-video.tsx';
import { useOutputNames } from './use-output-names.ts';
import classes from './job-list.module.css';

const TONES: Readonly<Record<JobWord, Tone>> = {
  running: 'info',
  waiting: 'neutral',
  checking: 'info',
  failed: 'danger',
};

type Props = {
  jobs: TeamJob[];
  /** No worker is alive, so the time left is unknown. */
  isIdle: boolean;
};

export function JobList({ jobs, isIdle }: Props) {
  const t = useTranslations('jobs.list');
  const columns = useColumns(isIdle);
  return (
    <DataTable
      label={t('label')}
      columns={columns}
      rows={jobs}
      rowKey={({ revisionKey }) => revisionKey}
    />
  );
}

function useColumns(isIdle: boolean): Column<TeamJob>[] {
  const t = useTranslations('jobs.list');
  const format = useFormat();
  // Renders again as time passes, so that "5 minutes ago" stays true.
  useNow();
  return [
    {
      key: 'video',
      header: t('video'),
      phone: 'lead',
      width: '38%',
      cell: (job) => <JobVideo job={job} />,
    },
    { key: 'state', header: t('state'), phone: 'plain', cell: (job) => <State job={job} /> },
    {
      key: 'progress',
      header: t('progress'),
      phone: 'plain',
      width: '26%',
      cell: (job) => <Progress job={job} isIdle={isIdle} />,
    },
    {
      key: 'since',
      header: t('since'),
      width: '150px',
      wide: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.dateTime(createdAt)} className={classes.second}>
          {format.relative(createdAt)}
        </time>
      ),
    },
  ];
}

function State({ job }: { job: TeamJob }) {
  const t = useTranslations();
  const nameOutputs = useOutputNames();
  const word = getJobWord(job);
  const { failureReason, queuePlace, outputs } = job;
  return (
    <span className={classes.state}>
      <StatusPill tone={TONES[word]}>{t(`jobs.states.${word}`)}</StatusPill>
      {outputs.length > 0 && <span className={classes.second}>{nameOutputs(outputs)}</span>}
      {failureReason !== null && (
        <span className={classes.second}>{t(`videos.reasons.${failureReason}`)}</span>
      )}
      {queuePlace !== null && (
        <span className={classes.second}>
          {t('videos.waiting.queue', { place: queuePlace + 1 })}
        </span>
      )}
    </span>
  );
}

function Progress({ job, isIdle }: { job: TeamJob; isIdle: boolean }) {
  const t = useTranslations('videos');
  const jobs = useTranslations('jobs.list');
  const rest = useSpeedWords();
  const format = useFormat();
  const { progress, piecesTotal: total, state, secondsLeft, speed } = job;
  const isMade = state === 'running' && !isIdle;
  const words = [
    ...(total > 0 ? [format.percent(progress / 100)] : []),
    ...(isMade && speed !== null ? [jobs('speed', { speed: format.number(speed) })] : []),
    ...(isMade && secondsLeft === null ? [t('processing.calculating')] : []),
    ...rest(null, isMade ? secondsLeft : null),
  ];
  return (
    <span className={classes.progress}>
      {total > 0 && (
        <ProgressBar
          value={progress / 100}
          label={t('encoding.progress')}
          tone={state === 'failed' ? 'danger' : 'action'}
        />
      )}
      {words.length > 0 && <span className={classes.second}>{words.join(' · ')}</span>}
      {state === 'failed' && job.actions.updateVideo && (
        <RetryButton videoKey={job.videoKey} title={job.title} small />
      )}
    </span>
  );
}
