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
};

/** What the address says: the same for everyone who asks for it. */
export type Asked = {
  /** The folder of the plan that the address names; null where it names none. */
  folder: string | null;
};

/** What is known of who asks. Only `judge` of a viewer rule is handed it. */
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
  judge: (found: Found, asked: Asked) => Finding;
};

/** What it decides holds for that viewer alone, whatever it decides. */
export type ViewerRule = {
  name: string;
  looksAt: 'viewer';
  /** Without a look at the viewer: an answer that this rule has no part in is everyone's. */
  appliesTo: (found: Found, asked: Asked) => boolean;
  /** `suffix`: query parameters that addresses in the answer carry on. */
  judge: (found: Found, asked: Asked, viewer: Viewer) => (Allowed & { suffix?: string }) | Refused;
};

export type Rule = DocumentRule | ViewerRule;

export const ALLOWED: Allowed = { verdict: 'allowed' };
export const NOT_APPLICABLE: Finding = { verdict: 'notApplicable' };

export function refused(reason: EdgeReason): Refused {
  return { verdict: 'refused', reason };
}
