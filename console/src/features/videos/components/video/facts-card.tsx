import type { Video } from '@kinora/contract/videos';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import classes from './facts-card.module.css';

/** Shows what is known of the video and of the file it came from. */
export function FactsCard({ video }: { video: Video }) {
  const t = useTranslations('videos.overview');
  const format = useFormat();
  const { source } = video.vod;
  const facts: [string, ReactNode][] = [
    [
      t('key'),
      <span key="key" className={classes.key}>
        <code translate="no">{video.key}</code>
        <CopyButton value={video.key} label={t('copyKey')} small />
      </span>,
    ],
    [t('fileName'), <span key="file">{source.fileName}</span>],
    [t('size'), format.bytes(source.size)],
    [t('type'), source.type],
    [t('duration'), video.duration === null ? t('unknown') : format.clock(video.duration)],
    [t('created'), format.dateTime(video.createdAt)],
    [t('updated'), format.dateTime(video.updatedAt)],
    [t('creator'), video.creator.name],
  ];
  return (
    <Card title={t('about')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
