import type { Judgement } from '@kinora/playback-rules/judge-playback';

// `forEver`: the address never gets other bytes. `aSecond`: the answer follows the published
// documents, whose changes are seen within a second.
const PUBLIC = {
  forEver: 'public, max-age=31536000, immutable',
  aSecond: 'public, max-age=1',
} as const;
export type Freshness = keyof typeof PUBLIC;

/**
 * Returns the `Cache-Control` of an answer. An answer that a rule about viewers allowed is for that
 * viewer alone, who requests it again before it is shown again: a later refusal holds at once.
 */
export function getCacheControl(
  { holdsFor }: Pick<Judgement, 'holdsFor'>,
  freshness: Freshness,
): string {
  return holdsFor === 'everyone' ? PUBLIC[freshness] : 'private, no-cache';
}
