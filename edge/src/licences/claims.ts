import type { TrackClass } from '@kinora/manifests/content-keys';
import { WidevineHdcp } from '@kinora/contract/drm-outputs';
import type { LicenceReason } from '@kinora/contract/published';

/** A token lets its bearer have so much. */
export type Grant = {
  highest: Exclude<TrackClass, 'audio'>;
  /** The licence may be kept on the device. */
  mayPersist: boolean;
  /** The least that the way to the screen must be protected by. */
  hdcp: WidevineHdcp;
};

export type Judged = Grant | { reason: LicenceReason };

const INVALID = { reason: 'license_token_invalid' } as const;

/** A token that was copied opens nothing for longer. */
const MAX_AHEAD_SEC = 7 * 86_400;
/** Clocks of signers differ from ours by so much. */
const LEEWAY_SEC = 60;

const HIGHEST = { SD: 'sd', HD: 'hd', UHD: 'uhd' } as const;

/** Judges what a token says, whose signature was found right. */
export function judgeClaims(
  claims: unknown,
  { videoKey, nowSec }: { videoKey: string; nowSec: number },
): Judged {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return INVALID;
  const { exp, nbf, iat, video, ...wanted } = claims as Record<string, unknown>;
  if (!isTime(exp) || exp > nowSec + MAX_AHEAD_SEC) return INVALID;
  if (exp <= nowSec) return { reason: 'license_token_expired' };
  for (const since of [nbf, iat]) {
    if (since !== undefined && !(isTime(since) && since <= nowSec + LEEWAY_SEC)) return INVALID;
  }
  const videos: unknown[] = Array.isArray(video) ? video : [video];
  if (!videos.every((one) => typeof one === 'string')) return INVALID;
  if (!videos.includes(videoKey)) return { reason: 'license_not_covered' };
  return judgeWishes(wanted);
}

function judgeWishes(wanted: Record<string, unknown>): Judged {
  const { max_resolution: highest = 'UHD', persistent: mayPersist = false } = wanted;
  if (typeof highest !== 'string' || !Object.hasOwn(HIGHEST, highest)) return INVALID;
  if (typeof mayPersist !== 'boolean') return INVALID;
  const { hdcp: said = 'none', max_streams: maxStreams } = wanted;
  const hdcp = WidevineHdcp.safeParse(said === 'none' ? 'HDCP_NONE' : said);
  if (!hdcp.success) return INVALID;
  // Edges count no streams together, so that nobody could keep to it.
  if (maxStreams !== undefined) return INVALID;
  return { highest: HIGHEST[highest as keyof typeof HIGHEST], mayPersist, hdcp: hdcp.data };
}

/** Seconds since 1970 (RFC 7519 §2, NumericDate). */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
