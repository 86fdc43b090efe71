import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';
import type { SourceProbe } from '@kinora/media/probe/source-probe';

/** The probe's findings, kept for as long as something may be made of the source. */
export type SourceSummary = Omit<SourceProbe, 'video'> & {
  video: Omit<NonNullable<SourceProbe['video']>, 'frames'> | null;
};

export type StoredPlan = {
  encoding: EncodingPlan;
  source: SourceSummary;
  /** Segments are stored encrypted whole (AES-128), with a key that players request. */
  encrypts: boolean;
  /** The encoder that makes it (`MediaTools.fingerprint`). */
  encoder: string;
};
