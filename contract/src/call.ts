import { oc, type AnySchema, type ContractProcedure, type ErrorMap } from '@orpc/contract';

/**
 * A call lets these people through. `session` is an account that is signed in with a browser, as a personal
 * token may not make the call (docs/decisions/0028). Of a team: any `member`, or its `manager`s and
 * admins. In a project: those who have at least that role there, and the team's admins; for
 * everybody else it is not there.
 */
export type Who =
  | 'anyone'
  | 'account'
  | 'session'
  | 'member'
  | 'manager'
  | 'viewer'
  | 'uploader'
  | 'projectManager';

/** What the server, its tests and the API's description must know of a call beside its schemas. */
type CallTraits = {
  who: Who;
  /** Has to wait after too many tries, or too much in one hour. */
  isThrottled?: true;
  /** Begins or ends the session of a browser. */
  setsCookie?: true;
  /** Takes multipart/form-data beside JSON: most bytes of such a body. */
  maxFormBytes?: number;
  /** Its own problems, or its own words for those of every call, by status. */
  problems?: { readonly [status: number]: string };
};

/** Under what a call stands in the API's description; one feature says what a tag holds. */
export type CallMeta = CallTraits & { tag: { name: string; description: string | null } };

/** A call of which all this is said: the contract takes no other. */
export type ContractCall = ContractProcedure<AnySchema, AnySchema, ErrorMap, CallMeta>;

/** Begins the calls of a feature. */
export function callsOf(tag: string, description: string | null = null) {
  return (traits: CallTraits) =>
    oc.$meta<CallMeta>({ ...traits, tag: { name: tag, description } }).$route({ tags: [tag] });
}

/** Whether a call names a team, and everything it asks for is the team's. */
export function isOfTeam(who: Who): boolean {
  return who !== 'anyone' && who !== 'account' && who !== 'session';
}
