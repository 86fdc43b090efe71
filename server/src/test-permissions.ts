import type { Person, TestApp } from './test-app.ts';

// What the rows of the permission matrix share; each feature has its rows beside it.

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
] as const;
export type Who = (typeof everyone)[number];
export type Row = {
  /** Fresh for each call, as a call may use it up. */
  call: () => Promise<{ method: string; url: string; body?: unknown }>;
  /** Called with a session each, as a personal token may not make this call: 403. */
  needsSession?: true;
  expected: Record<Who, number>;
};

const notSignedIn = { anonymous: 401, revoked: 401 };

/** All members may; a team one is no member of is absent. */
export function members(status: number): Record<Who, number> {
  const all = { viewer: status, uploader: status, projectManager: status, user: status };
  return { ...notSignedIn, otherTeam: 404, ...all, manager: status, admin: status };
}

/** Inside a project: who has no role in it does not see it; the admin always does. */
export function inProject(may: {
  viewer: number;
  uploader: number;
  manager: number;
}): Row['expected'] {
  const { viewer, uploader, manager: projectManager } = may;
  const outside = { otherTeam: 404, user: 404, manager: 404 };
  return { ...notSignedIn, ...outside, viewer, uploader, projectManager, admin: projectManager };
}

const anyone = (status: number) => ({ ...members(status), otherTeam: status });
/** The own account: no team is asked for. */
export const account = (status: number) => ({ ...anyone(status), ...notSignedIn });
export const open = (status: number) => ({ ...anyone(status), anonymous: status, revoked: status });

/** Writes at team level. */
export const managers = (status: number) => ({ ...members(403), manager: status, admin: status });

export const mayRead = inProject({ viewer: 200, uploader: 200, manager: 200 });

export const at = (method: string, url: string, body?: unknown) => async () => ({
  method,
  url,
  body,
});

/** What calls are made of. */
export type Scene = {
  app: TestApp;
  admin: Person;
  projectKey: string;
  newVideoKey: () => Promise<string>;
  newId: (url: string, body: unknown) => Promise<string>;
  firstId: (url: string) => Promise<string>;
};
/** The rows of a feature, by its calls. */
export type Rows = (scene: Scene) => Record<string, Row>;
