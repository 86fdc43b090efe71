import type { AccessRule } from '@kinora/contract/access-checks';
import { MAX_CHECKED_URL_LETTERS } from '@kinora/contract/bounds';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { DescribedViewer } from './data.ts';

/** The typed facts about a viewer; all but the address may be empty. */
export type CheckForm = {
  url: string;
  country: string | null;
  ip: string;
  referrer: string;
  userAgent: string;
  /** `YYYY-MM-DDTHH:mm` of the reader's clock. */
  at: string;
};

export const EMPTY_CHECK: CheckForm = {
  url: '',
  country: null,
  ip: '',
  referrer: '',
  userAgent: '',
  at: '',
};

export function toInput(form: CheckForm): DescribedViewer {
  const { url, country, ip, referrer, userAgent, at } = form;
  const time = at === '' ? Number.NaN : new Date(at).getTime();
  return {
    url: url.trim(),
    ...(country !== null && { country }),
    ...(ip.trim() !== '' && { ip: ip.trim() }),
    ...(referrer.trim() !== '' && { referrer: referrer.trim() }),
    ...(userAgent.trim() !== '' && { userAgent: userAgent.trim() }),
    ...(Number.isFinite(time) && { at: new Date(time).toISOString() }),
  };
}

/** As it was pasted from a mail: with spaces, broken into lines, or with its name before it. */
export function toRequestId(pasted: string): string {
  const letters = pasted.replaceAll(/\s+/g, '').replace(/\.+$/, '');
  return /[\w.-]+$/.exec(letters)?.[0] ?? letters;
}

/** An address that another page asks about. */
export function readCheckSearch(raw: Record<string, unknown>): { url?: string } {
  const url = raw['url'];
  return typeof url === 'string' && url.length <= MAX_CHECKED_URL_LETTERS ? { url } : {};
}

/** Where a rule is set that has refused an address. */
type RulePlace = { kind: 'channel'; id: string } | { kind: 'video'; key: string };

type Channel = Pick<PlaybackChannel, 'id' | 'defaultPlaybackDomain' | 'playbackDomains'>;

/** Undefined for a rule without settings, or when the address names nothing known here. */
export function findRulePlace(
  rule: AccessRule,
  address: string,
  channels: readonly Channel[],
): RulePlace | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  if (rule === 'signature' || rule === 'website') {
    const channel = channels.find(
      ({ defaultPlaybackDomain, playbackDomains }) =>
        defaultPlaybackDomain === url.host || playbackDomains.includes(url.hostname),
    );
    return channel && { kind: 'channel', id: channel.id };
  }
  const key = /^\/(?:watch|embed|streams)\/([^/]+)/.exec(url.pathname)?.[1];
  const isOfVideo = rule === 'country' || rule === 'ready' || rule === 'onChannel';
  return isOfVideo && key !== undefined ? { kind: 'video', key } : undefined;
}
