import type { Judgement } from '@kinora/playback-rules/judge-playback';

// `immutable`: the bytes at the address never change. Browsers keep them; shared caches ask once a day
// whether they may still be seen, so that a blocked or deleted video leaves them without a purge. `short`:
// the answer follows the published documents, whose changes show within a second.
export type Freshness = 'immutable' | 'short';

const DAY_SEC = 86_400;
const YEAR_SEC = 365 * DAY_SEC;

/** A signature that is revoked plays from caches for so long at most. */
const SIGNED_SEC = 60;
/** A member of the team sees what the console has shown again without another request. */
const OF_TEAM_SEC = DAY_SEC;

/** The part of a judgement that decides how caches may keep an answer. */
export type CachingFacts = Pick<Judgement, 'holdsFor' | 'leftSec' | 'pass'>;

/** No rule guards it. */
export const OPEN_TO_ALL: CachingFacts = { holdsFor: 'public', leftSec: null, pass: null };

/**
 * Returns the headers that control caches. Answers that are not public name the asking page's origin
 * (`replies.ts`), so each origin needs a copy of its own.
 */
export function getCachingHeaders(judged: CachingFacts, freshness: Freshness): string[] {
  const headers = ['Cache-Control', getCacheControl(judged, freshness)];
  if (judged.holdsFor !== 'public') headers.push('Vary', 'Origin');
  return headers;
}

/**
 * Returns the `Cache-Control` of an answer. An answer that a rule about viewers allowed is private and
 * revalidated each time, so that a later refusal holds at once. When only a signature in the address decided,
 * all users of that address may share the answer for a minute. No answer is kept beyond the time at which a
 * rule may decide otherwise.
 */
function getCacheControl({ holdsFor, leftSec, pass }: CachingFacts, freshness: Freshness): string {
  const cap = (seconds: number) => Math.min(seconds, leftSec ?? Infinity);
  if (holdsFor === 'viewer' || (holdsFor === 'address' && !pass)) return 'private, no-cache';
  const isOfTeam = holdsFor === 'address' && pass?.isOfTeam === true;
  if (freshness === 'short') return `${isOfTeam ? 'private' : 'public'}, max-age=${cap(1)}`;
  if (isOfTeam) return `private, max-age=${cap(OF_TEAM_SEC)}, immutable`;
  if (holdsFor === 'address') return `public, max-age=${cap(SIGNED_SEC)}`;
  return `public, max-age=${cap(YEAR_SEC)}, s-maxage=${cap(DAY_SEC)}, immutable`;
}
