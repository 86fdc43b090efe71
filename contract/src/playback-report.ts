import { z } from 'zod';
import { EDGE_REASON_NAMES, EDGE_REASONS, type EdgeProblem } from './edge-reasons.ts';

/** A day and more; a page that stays open longer reports in parts. */
const Milliseconds = z.int().min(0).max(100_000_000);

const isFailure = (problem: EdgeProblem): problem is Exclude<EdgeProblem, 'notReady'> =>
  problem !== 'notReady';

/** Why a player shows that nothing plays. */
const PLAYBACK_FAILURES = [
  ...EDGE_REASON_NAMES.map((reason) => EDGE_REASONS[reason].problem).filter(isFailure),
  'noKeySystem' as const,
  'network' as const,
  'unavailable' as const,
  'unplayable' as const,
];

/** How playback went since a player's last report, without anything about the viewer. */
export const PlaybackReport = z.object({
  /** From the press on play to the first frame; null where it was reported already, or never came. */
  startMs: Milliseconds.nullable(),
  watchedMs: Milliseconds,
  /** Playing stopped for want of data. */
  stalls: z.int().min(0).max(100_000),
  stalledMs: Milliseconds,
  failure: z.enum(PLAYBACK_FAILURES).nullable(),
});
export type PlaybackReport = z.infer<typeof PlaybackReport>;
