import type { PublishedCountries } from '@kinora/contract/published';
import type { Signature } from '@kinora/sign/signature-forms';
import {
  ALLOWED,
  type Allowed,
  type Found,
  refuse,
  type Refused,
  type Viewer,
  type ViewerRule,
} from './rule.ts';
import { checkSignature } from './signatures.ts';
import { getWebsite, isListed } from './websites.ts';

const signed: ViewerRule = {
  name: 'signature',
  looksAt: 'viewer',
  appliesTo: ({ channel }) => channel.signedUrl.required,
  judge: ({ channel }, requested, viewer) => {
    const { secrets } = channel.signedUrl;
    const checked = checkSignature(secrets, channel, requested, viewer);
    if (!checked.isValid) return refuse(checked.reason);
    const { signature, pass, expiresAtMs: untilMs, isFromQuery } = checked;
    const found = judgeCountry(toCountries(signature), viewer);
    if (found.verdict === 'refused') return found;
    const isForAll = isFromQuery && signature.conditions.size === 0;
    return { ...ALLOWED, untilMs, pass, ...(isForAll ? { holdsFor: 'address' } : {}) };
  },
};

const website: ViewerRule = {
  name: 'website',
  looksAt: 'viewer',
  appliesTo: ({ channel }) => channel.website.policy !== 'allowAll',
  judge: ({ channel }, { host }, { referrer }) => {
    const { policy, domains, allowNoReferrer } = channel.website;
    const isBlockList = policy === 'blockSome';
    if (referrer === null) {
      return isBlockList || allowNoReferrer ? ALLOWED : refuse('website_blocked');
    }
    const from = getWebsite(referrer);
    // Our own pages load the stream; which websites may frame them is checked where they are.
    const isOwn = from !== null && from === host.replace(/:[0-9]+$/, '');
    const isIn = from !== null && isListed(domains, from);
    return isOwn || isIn !== isBlockList ? ALLOWED : refuse('website_blocked');
  },
};

const country: ViewerRule = {
  name: 'country',
  looksAt: 'viewer',
  appliesTo: (found) => {
    const lists = findCountries(found);
    return lists === null || lists.allow.length > 0 || lists.deny.length > 0;
  },
  judge: (found, _requested, viewer) => {
    const lists = findCountries(found);
    // The rule has not reached this edge yet, and the video must not play without it.
    if (lists === null) return refuse('video_not_ready');
    return judgeCountry(lists, viewer);
  },
};

/** The rules for viewers who are not members of the team. */
export const VIEWER_RULES: readonly ViewerRule[] = [signed, website, country];

/** An allow list that begins with this code admits no viewer. */
const NO_COUNTRY = 'XX';

/** The lists that apply to a video; null when they are not known yet. */
export function findCountries({
  video,
  project,
  team,
}: Omit<Found, 'channel'>): PublishedCountries | null {
  const { geoblock } = video;
  if (geoblock && !('ruleId' in geoblock)) return geoblock;
  const ruleId = geoblock?.ruleId ?? project?.geoblockRuleId;
  return ruleId === undefined ? null : (team?.geoblockRules[ruleId] ?? null);
}

function toCountries({ conditions }: Signature): PublishedCountries {
  const split = (list: string | undefined) => list?.split(',') ?? [];
  return { allow: split(conditions.get('geo_allow')), deny: split(conditions.get('geo_block')) };
}

/**
 * Decisions, section 7: an unknown country passes unless there is an allow list. When a proxy states
 * unreadable addresses, no list lets the viewer pass, as a block list would otherwise be without effect.
 */
function judgeCountry({ allow, deny }: PublishedCountries, viewer: Viewer): Allowed | Refused {
  if (allow.length === 0 && deny.length === 0) return ALLOWED;
  if (allow[0]?.startsWith(NO_COUNTRY)) return BLOCKED;
  if (viewer.isAddressUnreadable) return UNKNOWN;
  const code = viewer.findCountry();
  if (code === null) return allow.length === 0 ? ALLOWED : UNKNOWN;
  const isAllowed = (allow.length === 0 || allow.includes(code)) && !deny.includes(code);
  return isAllowed ? ALLOWED : BLOCKED;
}

const BLOCKED = refuse('country_blocked');
/** A viewer on a network of the house is in no country that the file of countries knows. */
const UNKNOWN = refuse('country_unknown');
