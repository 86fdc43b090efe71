import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { ProgressBar } from '../../../../ui/progress.tsx';
import type { OutputLine } from '../../rules/timeline.ts';
import { useOutputName } from '../processing/output-words.ts';
import { getLineWord, listLines, useSteps } from '../processing/use-processing.ts';
import classes from './side-cards.module.css';

/** Shows how far each output is. */
export function EncodingCard({ video }: { video: Video }) {
  const t = useTranslations('videos.encoding');
  const steps = useSteps(video);
  const { outputs, processingInfo, source } = video.vod;
  const { totalCompletedOutputs: done, totalExpectedOutputs: expected } = processingInfo;
  if (outputs.length === 0) {
    const isOver = source.probeErrorType !== null || processingInfo.failureReason !== null;
    // The card of the failure says all there is to say.
    return isOver ? null : <Card title={t('title')} note={t('none')} />;
  }
  // The tab of the outputs names them.
  if (outputs.every(({ completed }) => completed)) return null;
  return (
    <Card title={t('title')} note={expected > 0 && t('summary', { done, expected })}>
      <ul className={classes.outputs}>
        {listLines(video, steps).map((line) => (
          <OutputRow key={line.output.id} line={line} video={video} />
        ))}
      </ul>
    </Card>
  );
}

function OutputRow({ line, video }: { line: OutputLine; video: Video }) {
  const t = useTranslations('videos.encoding');
  const format = useFormat();
  const name = useOutputName()(line.output);
  const word = getLineWord(line, video);
  const isPartly = word === 'running' || (word === 'waiting' && line.done > 0);
  return (
    <li className={classes.output}>
      <span className={classes.outputName}>{name}</span>
      <ProgressBar value={line.done} label={name} tone={word === 'done' ? 'success' : 'action'} />
      <span className={classes.outputState}>
        {isPartly ? format.percent(Math.floor(line.done * 100) / 100) : t(word)}
      </span>
    </li>
  );
}
