import { FairplayHdcp, WidevineHdcp } from '@kinora/contract/drm-outputs';

/** Of two demands on the way to a screen the higher holds. */
export function getHigherHdcp(one: WidevineHdcp, other: WidevineHdcp): WidevineHdcp {
  return getHigher(WidevineHdcp.options, one, other);
}

/**
 * FairPlay knows two types: content of type 0 may go on by any version of HDCP, of type 1 by 2.2 and
 * later alone. What must have a version between them has more than it asks for.
 */
export function toFairplayHdcp(token: WidevineHdcp, team: FairplayHdcp): FairplayHdcp {
  const asked = token === 'HDCP_NONE' ? 'none' : token === 'HDCP_V1' ? 'type0' : 'type1';
  return getHigher(FairplayHdcp.options, asked, team);
}

function getHigher<T>(rising: readonly T[], one: T, other: T): T {
  return rising.indexOf(one) > rising.indexOf(other) ? one : other;
}
