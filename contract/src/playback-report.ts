import { z } from 'zod';

/** A day and more; a page that stays open longer reports in parts. */
const Milliseconds = z.int().min(0).max(100_000_000);

/** Why a player shows that nothing plays. */
export const PLAYBACK_FAILURES = [
  'signatureMissing',
  'signatureInvalid',
  'websiteBlocked',
  'notFound',
  'failed',
  'signatureExpired',
  'deleted',
  'countryBlocked',
  'countryUnknown',
  'licenceMissing',
  'licenceInvalid',
  'licenceExpired',
  'licenceNotCovered',
  'outputNotProtected',
  'tooManyStreams',
  'licenceServiceFailed',
  'noKeySystem',
  'network',
  'unavailable',
  'unplayable',
] as const;

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
