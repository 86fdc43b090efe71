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
  /** How many streams the viewer of the token may have at once: licences are leases then. */
  streams: { viewer: string; max: number } | null;
};

export type Judged = Grant | { reason: LicenceReason };

const INVALID = { reason: 'license_token_invalid' } as const;

/** A token that was copied opens nothing for longer. */
const MAX_AHEAD_SEC = 7 * 86_400;
/** Clocks of signers differ from ours by so much. */
const LEEWAY_SEC = 60;

/** A team's own name for a viewer. */
const MAX_VIEWER_LETTERS = 200;
const MAX_STREAMS = 100;

const HIGHEST = { SD: 'sd', HD: 'hd', UHD: 'uhd' } as const;

/** Judges the claims of a token with a valid signature. */
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
  const { hdcp: said = 'none' } = wanted;
  const hdcp = WidevineHdcp.safeParse(said === 'none' ? 'HDCP_NONE' : said);
  if (!hdcp.success) return INVALID;
  const streams = judgeStreams(wanted);
  // A licence that a device keeps is never requested again, so its streams can't be counted.
  if (streams === undefined || (streams && mayPersist)) return INVALID;
  return {
    highest: HIGHEST[highest as keyof typeof HIGHEST],
    mayPersist,
    hdcp: hdcp.data,
    streams,
  };
}

/** Undefined when the demand is invalid. */
function judgeStreams({
  max_streams: max,
  sub: viewer,
}: Record<string, unknown>): Grant['streams'] | undefined {
  if (max === undefined) return null;
  if (typeof max !== 'number' || !Number.isInteger(max)) return undefined;
  if (max < 1 || max > MAX_STREAMS) return undefined;
  if (typeof viewer !== 'string' || viewer === '') return undefined;
  return viewer.length > MAX_VIEWER_LETTERS ? undefined : { viewer, max };
}

/** Seconds since 1970 (RFC 7519 §2, NumericDate). */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
