import type { Output, Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { StatusPill, type Tone } from '../../../ui/status-pill.tsx';
import { codecName } from '../rules/codec.ts';
import { type OutputState, outputState, useOutputName } from './output-words.ts';
import classes from './facts-card.module.css';

const tones: Readonly<Record<OutputState, Tone>> = {
  done: 'success',
  running: 'info',
  waiting: 'neutral',
  missing: 'danger',
};

/** What was made of the source. */
export function OutputsCard({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const columns = useColumns(video);
  if (video.vod.outputs.length === 0) {
    return <Card title={t('outputs.title')} note={t('encoding.none')} />;
  }
  return (
    <section>
      <h2 className={classes.section}>{t('outputs.title')}</h2>
      <DataTable
        label={t('outputs.title')}
        columns={columns}
        rows={video.vod.outputs}
        rowKey={(output) => output.id}
      />
    </section>
  );
}

function useColumns(video: Video): Column<Output>[] {
  const t = useTranslations('videos');
  const format = useFormat();
  const name = useOutputName();
  const dash = '–';
  return [
    { key: 'name', header: t('outputs.name'), phone: 'lead', cell: (output) => name(output) },
    {
      key: 'resolution',
      header: t('outputs.resolution'),
      cell: ({ width, height }) => (width && height ? `${width}×${height}` : dash),
    },
    {
      key: 'codec',
      header: t('outputs.codec'),
      cell: ({ codec }) => <span title={codec}>{codecName(codec)}</span>,
    },
    {
      key: 'bitrate',
      header: t('outputs.bitrate'),
      align: 'right',
      cell: ({ bitRate }) => (bitRate === null ? dash : format.bitrate(bitRate)),
    },
    {
      key: 'size',
      header: t('outputs.size'),
      align: 'right',
      cell: ({ fileSize }) => (fileSize === null ? dash : format.bytes(fileSize)),
    },
    {
      key: 'state',
      header: t('outputs.state'),
      cell: (output) => {
        const state = outputState(output, video);
        return <StatusPill tone={tones[state]}>{t(`encoding.${state}`)}</StatusPill>;
      },
    },
  ];
}
