import { FairplayHdcp, WidevineHdcp } from '@kinora/contract/drm-outputs';

/** The higher of two demands on the output holds. */
export function getHigherHdcp(one: WidevineHdcp, other: WidevineHdcp): WidevineHdcp {
  return getHigher(WidevineHdcp.options, one, other);
}

/**
 * FairPlay knows two types: content of type 0 allows any version of HDCP, type 1 only 2.2 and later. A demand
 * for a version in between becomes type 1, which is stricter.
 */
export function toFairplayHdcp(token: WidevineHdcp, team: FairplayHdcp): FairplayHdcp {
  const asked = token === 'HDCP_NONE' ? 'none' : token === 'HDCP_V1' ? 'type0' : 'type1';
  return getHigher(FairplayHdcp.options, asked, team);
}

function getHigher<T>(rising: readonly T[], one: T, other: T): T {
  return rising.indexOf(one) > rising.indexOf(other) ? one : other;
}
