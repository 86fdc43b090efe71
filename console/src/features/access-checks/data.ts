import type { AccessCheck } from '@kinora/contract/access-checks';
import type { TeamScope } from '../../base/team-scope.ts';

/** A viewer is described, or named by the id of a request that was refused. */
export type CheckInput = DescribedViewer | { requestId: string };

export type DescribedViewer = {
  url: string;
  ip?: string;
  country?: string;
  referrer?: string;
  userAgent?: string;
  /** RFC 3339 */
  at?: string;
};

/** 422 at `url` where it is no address of a video of the team, 404 where an id is not the team’s. */
export const checkAccess = (scope: TeamScope, input: CheckInput): Promise<AccessCheck> =>
  scope.api.accessChecks.create(input);
