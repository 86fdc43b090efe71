import type { CountryLists } from '@kinora/contract/geoblock-rules';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Video } from '@kinora/contract/videos';
import { getReach } from '../../geoblock-rules/rules/reach.ts';
import { getWebsites } from '../../playback-channels/rules.ts';
import { playsInPage } from './preview.ts';

type Channel = Pick<PlaybackChannel, 'id' | 'signedUrl' | 'accessControlPolicy'>;

type Access = {
  /** Says who may watch: whoever has a link, whoever has a signed one, or nobody. */
  verdict: 'open' | 'signed' | 'nobody';
  /** Not in every country, or not on every website. */
  isLimited: boolean;
};

/** Says who may watch a video on a channel, with the countries of its rule. */
export function getAccess(channel: PlaybackChannel, countries: CountryLists): Access {
  const { policy, allowNoReferrer } = channel.accessControlPolicy;
  const websites = getWebsites(channel).length;
  const reach = getReach(countries).kind;
  const isShownNowhere = policy === 'allowSome' && websites === 0 && !allowNoReferrer;
  const isOnAll = policy === 'allowAll' || (policy === 'blockSome' && websites === 0);
  const byLink = channel.signedUrl.required ? 'signed' : 'open';
  return {
    verdict: reach === 'nobody' || isShownNowhere ? 'nobody' : byLink,
    isLimited: reach !== 'everyone' || !isOnAll,
  };
}

/** The channels on which a project's videos play without the signature that its primary one demands. */
export function findUnsignedChannels<One extends Channel>(
  channels: readonly One[],
  project: { playbackChannelIds: readonly string[]; primaryPlaybackChannelId: string },
): One[] {
  const primary = channels.find(({ id }) => id === project.primaryPlaybackChannelId);
  if (!primary?.signedUrl.required) return [];
  return channels.filter(
    ({ id, signedUrl }) => project.playbackChannelIds.includes(id) && !signedUrl.required,
  );
}

/** Whose key a viewer needs; `none` where the stream is not encrypted. */
export function getEncryption(
  video: Pick<Video, 'vod' | 'previewUrl'>,
): Video['vod']['drmModel'] | 'keyServer' {
  const { drmModel } = video.vod;
  return drmModel === 'none' && playsInPage(video) ? 'keyServer' : drmModel;
}
