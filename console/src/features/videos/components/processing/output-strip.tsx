import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { listRanges, type OutputLine, type StepState } from '../../rules/timeline.ts';
import { useStepWords } from './step-words.ts';
import classes from './output-strip.module.css';

const STATES: readonly StepState[] = ['completed', 'running', 'waiting', 'failed'];

type Props = { line: OutputLine; video: Video };

/** Shows the finished parts of an output as a strip, and in words for people who can't see it. */
export function OutputStrip({ line, video }: Props) {
  const t = useTranslations('videos.timeline');
  const format = useFormat();
  const words = useStepWords(video);
  const length = line.stretches.at(-1)?.to ?? 1;
  const percent = (seconds: number) => `${(seconds / length) * 100}%`;
  const range = ([from, to]: [number, number]) =>
    t('range', { from: format.clock(from), to: format.clock(to) });
  const shown = STATES.filter((state) => listRanges(line, state).length > 0);
  return (
    <span className={classes.root}>
      <span className={classes.strip} aria-hidden>
        {line.stretches.map(({ from, to, state }) => (
          <span
            key={from}
            data-state={state}
            className={classes.stretch}
            style={{ left: percent(from), width: percent(to - from) }}
          />
        ))}
      </span>
      <span className="visually-hidden">
        {shown.map((state) => (
          <span key={state}>
            {t('parts', {
              state: words(state),
              parts: format.list(listRanges(line, state).map(range)),
            })}
          </span>
        ))}
      </span>
      <span className={classes.value}>{format.percent(Math.floor(line.done * 100) / 100)}</span>
    </span>
  );
}
