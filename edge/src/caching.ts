import type { Judgement } from '@kinora/playback-rules/judge-playback';

// `forEver`: the address never gets other bytes. `aSecond`: what follows the published documents,
// of which a change is seen within a second.
const PUBLIC = {
  forEver: 'public, max-age=31536000, immutable',
  aSecond: 'public, max-age=1',
} as const;
export type Freshness = keyof typeof PUBLIC;

/**
 * The `Cache-Control` of an answer. What a rule about viewers let through is that viewer's alone,
 * and is asked for again before it is shown again: a refusal holds from then on.
 */
export function cacheControl(
  { holdsFor }: Pick<Judgement, 'holdsFor'>,
  freshness: Freshness,
): string {
  return holdsFor === 'everyone' ? PUBLIC[freshness] : 'private, no-cache';
}
