import type { Video } from '@kinora/contract/videos/video';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyField } from '../../../../ui/copy-field.tsx';
import {
  createFixedCode,
  createResponsiveCode,
  parseStart,
  startAt,
  type VideoLinks,
  withPlayer,
} from '../../rules/links.ts';
import { PlayerChoice } from './player-choice.tsx';
import classes from './share.module.css';

type Props = {
  video: Video;
  /** Its own addresses, or the same signed. */
  links: VideoLinks;
};

/** Shows the links of a video: the one for people first, addresses for players last. */
export function ShareFields({ video, links }: Props) {
  const t = useTranslations('videos');
  const [text, setText] = useState('');
  const [playerId, setPlayerId] = useState('');
  const start = parseStart(text, video.duration);
  const toPage = (address: string) => withPlayer(startAt(address, start ?? 0), playerId);
  const { playbackUrls: urls } = links;
  return (
    <>
      <CopyField
        label={t('links.watch')}
        value={toPage(links.watchUrl)}
        copyLabel={t('actions.copyWatch')}
        openLabel={t('links.openWatch')}
      />
      {urls === null ? (
        <p className={classes.second}>{t('links.none')}</p>
      ) : (
        <>
          <TextInput
            label={t('links.start')}
            placeholder="0:00"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={start === null ? t('links.startProblem') : undefined}
            inputMode="text"
            autoComplete="off"
            maxLength={9}
          />
          <PlayerChoice projectKey={video.project.key} playerId={playerId} onChange={setPlayerId} />
          <Codes video={video} embeddedUrl={toPage(urls.embeddedUrl)} />
          <Addresses {...urls.primaryPlaybackUrl} />
        </>
      )}
    </>
  );
}

function Codes({ video, embeddedUrl }: { video: Video; embeddedUrl: string }) {
  const t = useTranslations('videos');
  return (
    <>
      <CopyField
        label={t('links.embed')}
        value={createFixedCode(embeddedUrl, video.title)}
        copyLabel={t('actions.copyEmbed')}
      />
      <CopyField
        label={t('links.responsive')}
        value={createResponsiveCode(embeddedUrl, video)}
        copyLabel={t('links.copyResponsive')}
      />
    </>
  );
}

type AddressesProps = NonNullable<VideoLinks['playbackUrls']>['primaryPlaybackUrl'];

function Addresses({ hls, dash, mp4Playlist }: AddressesProps) {
  const t = useTranslations('videos');
  const named = [
    ...hls.map(({ url }) => ({ url, label: t('links.hls'), copy: t('actions.copyHls') })),
    ...dash.map(({ url }) => ({ url, label: t('links.dash'), copy: t('links.copyDash') })),
    ...mp4Playlist.map(({ url }) => {
      const name = /([0-9]+p)\.mp4/.exec(url)?.[1] ?? '';
      return { url, label: t('links.mp4', { name }), copy: t('links.copyMp4', { name }) };
    }),
  ];
  return named.map(({ url, label, copy }) => (
    <CopyField key={url} label={label} value={url} copyLabel={copy} />
  ));
}
