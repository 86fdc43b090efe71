import type { Output, Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { outputState, useOutputName } from './output-words.ts';
import classes from './side-cards.module.css';

/** How far each output is. */
export function EncodingCard({ video }: { video: Video }) {
  const t = useTranslations('videos.encoding');
  const { outputs, processingInfo, source } = video.vod;
  const { totalCompletedOutputs: done, totalExpectedOutputs: expected } = processingInfo;
  if (outputs.length === 0) {
    const isOver = source.probeErrorType !== null || processingInfo.failureReason !== null;
    return <Card title={t('title')} note={isOver ? t('noneGiven') : t('none')} />;
  }
  return (
    <Card title={t('title')} note={expected > 0 && t('summary', { done, expected })}>
      <ul className={classes.outputs}>
        {outputs.map((output) => (
          <OutputRow key={output.id} output={output} video={video} />
        ))}
      </ul>
    </Card>
  );
}

function OutputRow({ output, video }: { output: Output; video: Video }) {
  const t = useTranslations('videos.encoding');
  const format = useFormat();
  const name = useOutputName()(output);
  const state = outputState(output, video);
  const progress = video.vod.processingInfo.progress / 100;
  const value = { done: 1, running: progress, waiting: 0, missing: 0 }[state];
  return (
    <li className={classes.output}>
      <span className={classes.outputName}>{name}</span>
      <ProgressBar value={value} label={name} tone={state === 'done' ? 'success' : 'action'} />
      <span className={classes.outputState}>
        {state === 'running' ? format.percent(progress) : t(state)}
      </span>
    </li>
  );
}
