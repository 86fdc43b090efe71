import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { StatusPill, type Tone } from '../../../../ui/status-pill.tsx';
import { nameCodec } from '../../rules/codec.ts';
import type { OutputLine } from '../../rules/timeline.ts';
import { OutputStrip } from './output-strip.tsx';
import { useOutputName } from './output-words.ts';
import { type LineWord, getLineWord, listLines, useSteps } from './use-processing.ts';
import classes from '../video/facts-card.module.css';

const TONES: Readonly<Record<LineWord, Tone>> = {
  done: 'success',
  running: 'info',
  waiting: 'neutral',
  missing: 'danger',
  onDemand: 'neutral',
};

/** Lists what was made of the source, and while it is made, which parts of it. */
export function OutputsCard({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const lines = listLines(video, useSteps(video));
  const isDrawn =
    video.duration !== null && lines.some(({ state, done }) => state !== 'completed' || done < 1);
  const columns = useColumns(video, isDrawn);
  if (video.vod.outputs.length === 0) {
    return <Card title={t('outputs.title')} note={t('encoding.none')} />;
  }
  return (
    <section>
      <h2 className={classes.section}>{t('outputs.title')}</h2>
      <DataTable
        label={t('outputs.title')}
        columns={columns}
        rows={lines}
        rowKey={({ output }) => output.id}
        // The strip of parts is as wide as the card.
        hasPhoneColumns={!isDrawn}
      />
    </section>
  );
}

function useColumns(video: Video, isDrawn: boolean): Column<OutputLine>[] {
  const t = useTranslations('videos');
  const format = useFormat();
  const name = useOutputName();
  const dash = '–';
  const parts: Column<OutputLine> = {
    key: 'parts',
    header: t('timeline.title'),
    width: '56%',
    cell: (line) => <OutputStrip line={line} video={video} />,
  };
  const facts: Column<OutputLine>[] = [
    {
      key: 'resolution',
      header: t('outputs.resolution'),
      cell: ({ output: { width, height } }) => (width && height ? `${width}×${height}` : dash),
    },
    {
      key: 'codec',
      header: t('outputs.codec'),
      cell: ({ output: { codec } }) => <span title={codec}>{nameCodec(codec)}</span>,
    },
    {
      key: 'bitrate',
      header: t('outputs.bitrate'),
      align: 'right',
      cell: ({ output: { bitRate } }) => (bitRate === null ? dash : format.bitrate(bitRate)),
    },
    {
      key: 'size',
      header: t('outputs.size'),
      align: 'right',
      cell: ({ output: { fileSize } }) => (fileSize === null ? dash : format.bytes(fileSize)),
    },
  ];
  return [
    { key: 'name', header: t('outputs.name'), phone: 'lead', cell: ({ output }) => name(output) },
    // Bit rate and size are known at the end; until then the strip of parts has their room.
    ...(isDrawn ? [parts] : facts),
    {
      key: 'state',
      header: t('outputs.state'),
      cell: (line) => {
        const word = getLineWord(line, video);
        return <StatusPill tone={TONES[word]}>{t(`encoding.${word}`)}</StatusPill>;
      },
    },
  ];
}
