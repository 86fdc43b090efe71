import type { Judgement } from '@kinora/playback-rules/judge-playback';

// `forEver`: the address never gets other bytes. A browser keeps them; a cache that many share asks once a
// day whether they may still be seen, so that a video that is blocked or deleted leaves it without a purge.
// `aSecond`: the answer follows the published documents, whose changes are seen within a second.
const PUBLIC = {
  forEver: 'public, max-age=31536000, s-maxage=86400, immutable',
  aSecond: 'public, max-age=1',
} as const;
export type Freshness = keyof typeof PUBLIC;

/** A signature that is revoked plays from caches for so long at most. */
const SIGNED_SEC = 60;
/** A member of the team sees what the console has shown again without another request. */
const OF_TEAM_SEC = 86_400;

/**
 * Returns the headers by which caches go. What is not open to everyone says its origin's name to a page
 * elsewhere (`replies.ts`), so that each origin has an answer of its own.
 */
export function getCachingHeaders(
  judged: Pick<Judgement, 'holdsFor' | 'pass'>,
  freshness: Freshness,
): string[] {
  const headers = ['Cache-Control', getCacheControl(judged, freshness)];
  if (judged.holdsFor !== 'everyone') headers.push('Vary', 'Origin');
  return headers;
}

/**
 * Returns the `Cache-Control` of an answer. One that a rule about viewers allowed is for that viewer
 * alone, who requests it again before it is shown again: a later refusal holds at once. Where nothing but
 * a signature in the address decided, all who have the address may share it for a minute.
 */
function getCacheControl(
  { holdsFor, pass }: Pick<Judgement, 'holdsFor' | 'pass'>,
  freshness: Freshness,
): string {
  if (holdsFor === 'everyone') return PUBLIC[freshness];
  if (holdsFor === 'viewer' || !pass) return 'private, no-cache';
  if (freshness === 'aSecond') return pass.isOfTeam ? 'private, max-age=1' : PUBLIC.aSecond;
  return pass.isOfTeam
    ? `private, max-age=${Math.min(OF_TEAM_SEC, pass.leftSec)}, immutable`
    : `public, max-age=${Math.min(SIGNED_SEC, pass.leftSec)}`;
}
