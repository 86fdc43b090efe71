import { z } from 'zod';

/** A team may have these services of the makers of DRMs. */
export const DrmService = z.enum(['fairplay', 'widevine', 'playready']);
export type DrmService = z.infer<typeof DrmService>;

/** FairPlay asks this of the way to a screen: nothing, HDCP of type 0 or of type 1. */
export const FairplayHdcp = z.enum(['none', 'type0', 'type1']);
export type FairplayHdcp = z.infer<typeof FairplayHdcp>;

/** Widevine asks this of the way to a screen: the least version of HDCP. */
export const WidevineHdcp = z.enum([
  'HDCP_NONE',
  'HDCP_V1',
  'HDCP_V2',
  'HDCP_V2_1',
  'HDCP_V2_2',
  'HDCP_V2_3',
]);
export type WidevineHdcp = z.infer<typeof WidevineHdcp>;

/** Widevine's security levels as EME has them: 1 is software alone, 5 is hardware throughout. */
export const WidevineLevel = z.int().min(1).max(5);
