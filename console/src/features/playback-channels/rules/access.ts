import type { CountryLists } from '@kinora/contract/geoblock-rules';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { getReach } from '../../geoblock-rules/rules/reach.ts';
import { getWebsites } from '../rules.ts';

type Channel = Pick<PlaybackChannel, 'id' | 'signedUrl' | 'accessControlPolicy'>;

type Access = {
  /** The viewers whom a channel admits: all with a link, all with a signed one, or none. */
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
  return primary?.signedUrl.required ? listOpenChannels(channels, project) : [];
}

/** The channels on which a project's videos play without a signature. */
export function listOpenChannels<One extends Channel>(
  channels: readonly One[],
  { playbackChannelIds }: { playbackChannelIds: readonly string[] },
): One[] {
  return channels.filter(
    ({ id, signedUrl }) => playbackChannelIds.includes(id) && !signedUrl.required,
  );
}

type Open<One> = { unlimited: One[]; limited: One[] };

/**
 * Sorts channels into those where everyone may watch and those with limits by country or website; channels
 * where no one may watch are left out.
 */
export function sortByLimits(
  channels: readonly PlaybackChannel[],
  countries: CountryLists,
): Open<PlaybackChannel> {
  const sorted: Open<PlaybackChannel> = { unlimited: [], limited: [] };
  for (const channel of channels) {
    const { verdict, isLimited } = getAccess(channel, countries);
    if (verdict !== 'nobody') sorted[isLimited ? 'limited' : 'unlimited'].push(channel);
  }
  return sorted;
}
