import type { CallMeta, Who } from '@kinora/contract/call';

// The permission matrix calls as each of these; the contract's words on a call mean this for them.

export const everyone = [
  'anonymous',
  'revoked',
  'otherTeam',
  'viewer',
  'uploader',
  'projectManager',
  'user',
  'manager',
  'admin',
  'form',
] as const;
export type Principal = (typeof everyone)[number];
type Statuses = Record<Principal, number>;

const notSignedIn = { anonymous: 401, revoked: 401 };

const anyone = (status: number): Statuses => {
  const inProject = { viewer: status, uploader: status, projectManager: status, form: status };
  const inTeam = { user: status, manager: status, admin: status };
  return { anonymous: status, revoked: status, otherTeam: status, ...inProject, ...inTeam };
};
/** Calls about the own account name no team. An upload form has no account: these refuse it, and so do those below. */
const account = (status: number): Statuses => ({ ...anyone(status), ...notSignedIn, form: 403 });
/** A team one is no member of is absent. */
const member = (status: number): Statuses => ({ ...account(status), otherTeam: 404 });
/** In a project: people without a role in it don't see it; the admin always does. */
const viewer = (status: number): Statuses => ({ ...member(status), user: 404, manager: 404 });
const uploader = (status: number): Statuses => ({ ...viewer(status), viewer: 403 });

const ofAccounts: Record<Who, (status: number) => Statuses> = {
  anyone,
  account,
  session: account,
  member,
  manager: (status) => ({ ...member(403), manager: status, admin: status }),
  admin: (status) => ({ ...member(403), admin: status }),
  viewer,
  uploader,
  projectManager: (status) => ({ ...uploader(status), uploader: 403 }),
};

/** The status of each kind of caller, where those with the right get `status`. */
export function listExpected({ who, takesForms }: CallMeta, status: number): Statuses {
  const expected = ofAccounts[who](status);
  return takesForms ? { ...expected, form: status } : expected;
}
