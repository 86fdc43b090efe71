import type { VideoJob } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { getWorkSeconds, type StepGroup } from '../../rules/steps.ts';
import { useOutputName } from './output-words.ts';
import { STEP_TONES, useWorkWords, useStepWords } from './step-words.ts';
import classes from './steps-card.module.css';

type Props = { group: StepGroup; video: Video };

/** The steps of one kind, one by one. */
export function StepTable({ group, video }: Props) {
  const t = useTranslations('videos.steps');
  const columns = useColumns(video);
  return (
    <div className={classes.table}>
      <DataTable
        label={t(`types.${group.type}`)}
        columns={columns}
        rows={group.steps}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

function useColumns(video: Video): Column<VideoJob>[] {
  const t = useTranslations('videos');
  const format = useFormat();
  const words = useStepWords(video);
  const work = useWorkWords();
  const part = usePartWords();
  const outputName = useOutputName();
  const name = (given: string) => {
    const output = video.vod.outputs.find((one) => one.name === given);
    return output ? outputName(output) : given;
  };
  const dash = '–';
  return [
    { key: 'part', header: t('steps.part'), phone: 'lead', cell: (step) => part(step) },
    {
      key: 'outputs',
      header: t('outputs.title'),
      cell: ({ outputs }) => (outputs.length === 0 ? dash : format.list(outputs.map(name))),
    },
    {
      key: 'state',
      header: t('outputs.state'),
      cell: ({ type, state, failureReason }) => (
        <span className={classes.state}>
          <StatusPill tone={STEP_TONES[state]}>{words(state, type)}</StatusPill>
          {failureReason !== null && (
            <span className={classes.second}>
              {state === 'failed'
                ? t(`reasons.${failureReason}`)
                : t('steps.lastTry', { reason: t(`reasons.${failureReason}`) })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'attempts',
      header: t('steps.attempts'),
      align: 'right',
      cell: ({ attempts }) => (attempts === 0 ? dash : format.number(attempts)),
    },
    {
      key: 'duration',
      header: t('steps.duration'),
      align: 'right',
      cell: (step) => {
        const seconds = getWorkSeconds(step);
        return seconds === null ? dash : work(seconds);
      },
    },
  ];
}

/** `0:10–0:20`, or that it covers the whole video. */
function usePartWords(): (step: VideoJob) => string {
  const t = useTranslations('videos');
  const format = useFormat();
  return ({ startSeconds, endSeconds }) => {
    if (startSeconds === null || endSeconds === null) return t('steps.whole');
    return t('timeline.range', { from: format.clock(startSeconds), to: format.clock(endSeconds) });
  };
}
