import type { AccessCheck } from '@kinora/contract/access-checks';
import type { TeamScope } from '../../base/team-scope.ts';

export type CheckInput = {
  url: string;
  ip?: string;
  country?: string;
  referrer?: string;
  /** RFC 3339 */
  at?: string;
};

/** 422 at `url` where it is no address of a video of the team. */
export const checkAccess = (scope: TeamScope, input: CheckInput): Promise<AccessCheck> =>
  scope.api.accessChecks.create(input);
