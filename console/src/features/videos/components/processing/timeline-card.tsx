import type { VideoJobs } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { listRanges, type OutputLine, type StepState } from '../../rules/timeline.ts';
import { useOutputName } from './output-words.ts';
import { getLineWord, listLines } from './use-processing.ts';
import { useStepWords } from './step-words.ts';
import classes from './timeline-card.module.css';

const STATES: readonly StepState[] = ['completed', 'running', 'waiting', 'failed'];

type Props = { video: Video; steps: VideoJobs };

/** Which parts of the video are there in which output, as a strip and as a table. */
export function TimelineCard({ video, steps }: Props) {
  const t = useTranslations('videos.timeline');
  const words = useStepWords(video);
  const lines = listLines(video, steps);
  const isDrawn = video.duration !== null && lines.length > 0;
  if (!isDrawn || lines.every(({ state }) => state === 'completed')) return null;
  const shown = STATES.filter((state) => lines.some((line) => listRanges(line, state).length > 0));
  return (
    <Card title={t('title')} note={t('note')}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Strip key={line.output.id} line={line} video={video} />
        ))}
      </ul>
      <Axis duration={video.duration ?? 0} />
      <ul className={classes.legend} aria-hidden>
        {shown.map((state) => (
          <li key={state}>
            <span className={classes.swatch} data-state={state} />
            {words(state)}
          </li>
        ))}
      </ul>
      <TimelineTable video={video} lines={lines} states={shown} />
    </Card>
  );
}

function Strip({ line, video }: { line: OutputLine; video: Video }) {
  const t = useTranslations('videos.encoding');
  const format = useFormat();
  const name = useOutputName()(line.output);
  const length = line.stretches.at(-1)?.to ?? 1;
  const percent = (seconds: number) => `${(seconds / length) * 100}%`;
  const word = getLineWord(line, video);
  const isPartly = word === 'running' || (word === 'waiting' && line.done > 0);
  return (
    <li className={classes.line}>
      <span className={classes.name}>{name}</span>
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
      <span className={classes.value}>
        {isPartly ? format.percent(Math.floor(line.done * 100) / 100) : t(word)}
      </span>
    </li>
  );
}

function Axis({ duration }: { duration: number }) {
  const format = useFormat();
  return (
    <div className={classes.axis} aria-hidden>
      <span>{format.clock(0)}</span>
      <span>{format.clock(duration / 2)}</span>
      <span>{format.clock(duration)}</span>
    </div>
  );
}

type TableProps = { video: Video; lines: OutputLine[]; states: StepState[] };

/** The same in words, for everybody who does not see the strip. */
function TimelineTable({ video, lines, states }: TableProps) {
  const t = useTranslations('videos.timeline');
  const format = useFormat();
  const name = useOutputName();
  const words = useStepWords(video);
  const range = ([from, to]: [number, number]) =>
    t('range', { from: format.clock(from), to: format.clock(to) });
  const columns: Column<OutputLine>[] = [
    { key: 'output', header: t('output'), phone: 'lead', cell: ({ output }) => name(output) },
    ...states.map((state) => ({
      key: state,
      header: words(state),
      cell: (line: OutputLine) => listRanges(line, state).map(range).join(', ') || '–',
    })),
  ];
  return (
    <details className={classes.details}>
      <summary>{t('table')}</summary>
      <div className={classes.table}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={lines}
          rowKey={({ output }) => output.id}
        />
      </div>
    </details>
  );
}
