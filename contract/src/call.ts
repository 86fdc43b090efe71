import type { TeamFeatureKey } from './bounds.ts';
import { oc, type AnySchema, type ContractProcedure, type ErrorMap } from '@orpc/contract';

/**
 * The callers that a call admits. `session` is an account signed in with a browser, as a personal token may
 * not make the call (docs/decisions/0028). In a team: any `member`, its `manager`s and admins, or its
 * `admin`s alone. In a project: accounts with at least that role, and the team's admins; for all others the
 * project does not exist.
 */
export type Who =
  | 'anyone'
  | 'account'
  | 'session'
  | 'member'
  | 'manager'
  | 'admin'
  | 'viewer'
  | 'uploader'
  | 'projectManager';

/** The facts about a call, besides its schemas, that the server, its tests and the API's description need. */
type CallTraits = {
  /** With `form` an upload form may make the call too, in its own project alone. */
  who: Who | readonly ['uploader', 'form'];
  /** The caller has to wait after too many tries, or too much in one hour. */
  isThrottled?: true;
  /** Begins or ends the session of a browser. */
  setsCookie?: true;
  /** The call accepts multipart/form-data as well as JSON, in bodies of at most these bytes. */
  maxFormBytes?: number;
  /** The call is refused where the team has this feature off. */
  feature?: TeamFeatureKey;
  /** Its own problems, or its own words for those of every call, by status. */
  problems?: { readonly [status: number]: string };
};

/** The tag groups calls in the API's description; one feature describes it. */
export type CallMeta = Omit<CallTraits, 'who'> & {
  /** The accounts that may make the call. */
  who: Who;
  takesForms: boolean;
  tag: { name: string; description: string | null };
};

/** A call that states all of its traits; the contract takes no other. */
export type ContractCall = ContractProcedure<AnySchema, AnySchema, ErrorMap, CallMeta>;

/** Begins the calls of a feature. */
export function createCalls(tag: string, description: string | null = null) {
  return ({ who, ...traits }: CallTraits) => {
    const takesForms = typeof who === 'object';
    const meta: CallMeta = {
      ...traits,
      who: takesForms ? who[0] : who,
      takesForms,
      tag: { name: tag, description },
    };
    return oc.$meta(meta).$route({ tags: [tag] });
  };
}

/** True when a call names a team, and reaches the team's things alone. */
export function isOfTeam(who: Who): boolean {
  return who !== 'anyone' && who !== 'account' && who !== 'session';
}
