type Answer = {
  status: number;
  /** Players and pages say it in these words. */
  problem: string;
  /** A rule says who may watch; a licence is refused to somebody who may. */
  by: 'rule' | 'licence';
};

/**
 * Why the edge refuses something: in its `X-Reason` header and `{code}` body. Ids of requests that were refused
 * hold the place of their reason, so one that is new stands last.
 */
export const EDGE_REASONS = {
  signature_missing: { status: 403, problem: 'signatureMissing', by: 'rule' },
  signature_invalid: { status: 403, problem: 'signatureInvalid', by: 'rule' },
  signature_expired: { status: 410, problem: 'signatureExpired', by: 'rule' },
  website_blocked: { status: 403, problem: 'websiteBlocked', by: 'rule' },
  country_blocked: { status: 451, problem: 'countryBlocked', by: 'rule' },
  video_not_found: { status: 404, problem: 'notFound', by: 'rule' },
  video_deleted: { status: 410, problem: 'deleted', by: 'rule' },
  video_not_ready: { status: 404, problem: 'notReady', by: 'rule' },
  video_failed: { status: 404, problem: 'failed', by: 'rule' },
  license_token_missing: { status: 401, problem: 'licenceMissing', by: 'licence' },
  license_token_invalid: { status: 401, problem: 'licenceInvalid', by: 'licence' },
  license_token_expired: { status: 401, problem: 'licenceExpired', by: 'licence' },
  license_not_covered: { status: 403, problem: 'licenceNotCovered', by: 'licence' },
  output_not_protected: { status: 403, problem: 'outputNotProtected', by: 'licence' },
  license_streams_exceeded: { status: 403, problem: 'tooManyStreams', by: 'licence' },
  license_service_failed: { status: 502, problem: 'licenceServiceFailed', by: 'licence' },
  country_unknown: { status: 451, problem: 'countryUnknown', by: 'rule' },
} as const satisfies Record<string, Answer>;

type Reasons = typeof EDGE_REASONS;
export type EdgeReason = keyof Reasons;
export type EdgeProblem = Reasons[EdgeReason]['problem'];
export type RuleReason = {
  [Reason in EdgeReason]: Reasons[Reason]['by'] extends 'rule' ? Reason : never;
}[EdgeReason];

export const EDGE_REASON_NAMES = Object.keys(EDGE_REASONS) as EdgeReason[];

export function isRuleReason(reason: EdgeReason): reason is RuleReason {
  return EDGE_REASONS[reason].by === 'rule';
}
