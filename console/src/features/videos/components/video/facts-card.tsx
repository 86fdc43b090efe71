import type { Video } from '@kinora/contract/videos/video';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { DYNAMIC_RANGES, nameCodec } from '../../rules/codec.ts';
import classes from './facts-card.module.css';

type Fact = [label: string, value: ReactNode];

/** Shows the known facts about the video's source file. */
export function SourceCard({ video }: { video: Video }) {
  const t = useTranslations('videos.overview');
  const format = useFormat();
  const { source } = video.vod;
  const { width, height } = source;
  const probed = source.facts ?? null;
  const found: Fact[] = [];
  const add = <T,>(label: string, value: T | null | undefined, show: (value: T) => ReactNode) => {
    if (value !== null && value !== undefined) found.push([label, show(value)]);
  };
  if (width !== null && height !== null) found.push([t('resolution'), `${width} × ${height}`]);
  add(t('frameRate'), probed?.frameRate, (rate) =>
    t(probed?.isFrameRateVariable ? 'variableFps' : 'fps', { rate: format.number(rate) }),
  );
  add(t('videoCodec'), probed?.videoCodec, nameCodec);
  add(t('dynamicRange'), probed?.dynamicRange, (range) => DYNAMIC_RANGES[range]);
  add(t('audioCodec'), probed?.audioCodec, nameCodec);
  add(t('bitRate'), probed?.bitRate, format.bitrate);
  if (probed && probed.leftOut.length > 0)
    found.push([t('leftOut'), <LeftOut key="leftOut" tracks={probed.leftOut} />]);
  return (
    <Card title={t('source')}>
      <Facts
        facts={[
          [t('fileName'), source.fileName],
          // A video without an announced file has neither yet.
          [t('size'), source.size > 0 ? format.bytes(source.size) : t('unknown')],
          [t('type'), source.type || t('unknown')],
          [t('duration'), video.duration === null ? t('unknown') : format.clock(video.duration)],
          ...found,
        ]}
      />
    </Card>
  );
}

type LeftOutTracks = NonNullable<Video['vod']['source']['facts']>['leftOut'];

/** Says which tracks of the file are not in the video, and why. */
function LeftOut({ tracks }: { tracks: LeftOutTracks }) {
  const t = useTranslations('videos.overview');
  const said = tracks.map(({ type, codec, reason }) => {
    const named = codec === null ? t('codecUnnamed') : nameCodec(codec);
    return t(reason === 'unsupported' ? 'leftOutUnsupported' : 'leftOutUnknown', {
      type,
      codec: named,
    });
  });
  return [...new Set(said)].map((line) => <div key={line}>{line}</div>);
}

/** Shows the creator of a video, and its dates. */
export function AboutCard({ video }: { video: Video }) {
  const t = useTranslations('videos.overview');
  const format = useFormat();
  const { uploadCompleteTime } = video.uploadingInfo;
  const key = (
    <span className={classes.key}>
      <code translate="no">{video.key}</code>
      <CopyButton value={video.key} label={t('copyKey')} small />
    </span>
  );
  return (
    <Card title={t('about')}>
      <Facts
        facts={[
          [t('key'), key],
          [t('creator'), video.creator.name],
          [t('created'), format.dateTime(video.createdAt)],
          ...(uploadCompleteTime === null
            ? []
            : [[t('uploaded'), format.dateTime(uploadCompleteTime)] satisfies Fact]),
          [t('updated'), format.dateTime(video.updatedAt)],
        ]}
      />
    </Card>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
