import type { VideoJobs } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { canRetry, groupSteps, type StepGroup } from '../../rules/steps.ts';
import { isCut } from '../../rules/timeline.ts';
import { RetryButton } from './retry-button.tsx';
import { StepTable } from './step-table.tsx';
import { STEP_TONES, useWorkWords, useStepWords } from './step-words.ts';
import classes from './steps-card.module.css';

type Props = { video: Video; steps: VideoJobs };

/** Lists what was done, what goes on and what failed; each kind of step opens into its pieces. */
export function StepsCard({ video, steps }: Props) {
  const t = useTranslations('videos.steps');
  // The page says further up, with its button, what keeps the video from being whole.
  const isTold = canRetry(video);
  const mayRetry = !isTold && canRetry(video, steps.jobs) && video.actions.updateVideo;
  const isFailed = steps.jobs.some(({ state }) => state === 'failed');
  const [isOpen, setOpen] = useState(isFailed);
  const work = useWorkWords();
  const { tookSeconds } = steps;
  return (
    <section className={classes.card}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={`${classes.summary} ${classes.all}`}>
          <h2>{t('title')}</h2>
          {tookSeconds !== null && (
            <span className={classes.second}>{t('took', { time: work(tookSeconds) })}</span>
          )}
        </summary>
        {isCut(steps.jobs) && <p className={classes.cut}>{t('cut')}</p>}
        {mayRetry && (
          <div className={classes.cut}>
            <RetryButton videoKey={video.key} small />
          </div>
        )}
        <ul className={classes.list}>
          {groupSteps(steps.jobs).map((group) => (
            <li key={group.type} className={classes.item}>
              <Group group={group} video={video} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Group({ group, video }: { group: StepGroup; video: Video }) {
  const [isOpen, setOpen] = useState(false);
  if (group.type === 'check') return <GroupHead group={group} video={video} />;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <GroupHead group={group} video={video} />
      </summary>
      {isOpen && <StepTable group={group} video={video} />}
    </details>
  );
}

function GroupHead({ group, video }: { group: StepGroup; video: Video }) {
  const t = useTranslations('videos');
  const words = useStepWords(video);
  const work = useWorkWords();
  const format = useFormat();
  const { type, state, steps, completed, workSeconds, failureReason } = group;
  return (
    <span className={classes.head}>
      <span className={classes.words}>
        <span className={classes.name}>{t(`steps.types.${type}`)}</span>
        <span className={classes.second}>
          {failureReason === null ? t(`steps.about.${type}`) : t(`reasons.${failureReason}`)}
        </span>
      </span>
      <span className={classes.facts}>
        {steps.length > 1 && (
          <span className={classes.second}>
            {`${format.number(completed)}/${format.number(steps.length)}`}
          </span>
        )}
        {workSeconds !== null && <span className={classes.second}>{work(workSeconds)}</span>}
        <StatusPill tone={STEP_TONES[state]}>{words(state, type)}</StatusPill>
      </span>
    </span>
  );
}
