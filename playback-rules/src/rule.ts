import type { EdgeReason, PublishedChannel, PublishedVideo } from '@kinora/contract/published';

/** HTTP statuses of refusals. */
export const STATUS: Readonly<Record<EdgeReason, number>> = {
  signature_missing: 403,
  signature_invalid: 403,
  signature_expired: 410,
  website_blocked: 403,
  country_blocked: 451,
  video_not_found: 404,
  video_deleted: 410,
  video_not_ready: 404,
  video_failed: 404,
};

/** The address of a request, which is the same for everyone. */
export type Requested = {
  /** The folder of the plan that the address names; null where it names none. */
  folder: string | null;
};

/** The known facts of a viewer. Only `judge` of a viewer rule gets them. */
export type Viewer = {
  /** Unix time. */
  atMs: number;
  /** `Origin`, else `Referer`; null when the request has neither. */
  referrer: string | null;
};

/** The documents of a channel and of a video of its team. */
export type Found = { channel: PublishedChannel; video: PublishedVideo };

export type Allowed = { verdict: 'allowed' };
export type Refused = { verdict: 'refused'; reason: EdgeReason };
export type Finding = Allowed | Refused | { verdict: 'notApplicable' };

export type DocumentRule = {
  name: string;
  looksAt: 'documents';
  judge: (found: Found, requested: Requested) => Finding;
};

/** Its decisions hold for that viewer alone. */
export type ViewerRule = {
  name: string;
  looksAt: 'viewer';
  /** Decides without the viewer: an answer in which this rule has no part is everyone's. */
  appliesTo: (found: Found, requested: Requested) => boolean;
  /** `suffix`: query parameters that addresses in the answer carry on. */
  judge: (
    found: Found,
    requested: Requested,
    viewer: Viewer,
  ) => (Allowed & { suffix?: string }) | Refused;
};

export type Rule = DocumentRule | ViewerRule;

export const ALLOWED: Allowed = { verdict: 'allowed' };
export const NOT_APPLICABLE: Finding = { verdict: 'notApplicable' };

export function refuse(reason: EdgeReason): Refused {
  return { verdict: 'refused', reason };
}
