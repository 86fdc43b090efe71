import type { Language, TeamRole } from '@kinora/contract/fields';
import type { Actor } from './actor.ts';
import type { Context } from './context.ts';
import type { CookiePurpose } from './cookies.ts';
import type { Db } from './db.ts';
import { AppError, notFound } from './errors.ts';

/** The credentials of a request prove one of these. */
export type Caller = AccountCaller | FormCaller;

export type AccountCaller = {
  kind: 'account';
  accountId: string;
  name: string;
  email: string;
  lang: Language;
  /** Hash of the session that proves the caller; null for a personal token. */
  sessionHash: Buffer | null;
  /** The personal token that proves the caller; null for a session. */
  token: { id: string; name: string } | null;
  /** The team of the request; null when none is named or the caller is no member of it. */
  team: { id: string; namespace: string; role: TeamRole } | null;
};

/** An upload form, by which people without an account send videos into one project. */
export type FormCaller = {
  kind: 'form';
  id: string;
  name: string;
  /** The form acts for this member. Once its owner has left the team, a form proves no caller. */
  owner: TeamScope;
  projectId: string;
};

export type Client = {
  /** IPv4 address or IPv6 network of 64 bits. */
  network: string;
  userAgent: string;
};

/** Every route gets the process's context and this request's own part. */
export type RequestContext = {
  /** Its database shows no team's rows until one is proven here, and then that team's. */
  app: Context;
  /** Sees every team, for the few reads beyond one team, which answer about the caller. */
  systemDb: Db;
  /** Only `requireTeam` and its siblings call this. */
  setTenant: (teamId: string) => void;
  requestId: string;
  client: Client;
  /** The path of the address as it was sent, without the query. */
  path: string;
  lang: Language;
  /** The team that the request names; null for none. */
  teamNamespace: string | null;
  /** Looked up at most once a request. */
  findCaller: () => Promise<Caller | null>;
  /** Tokens of our cookies of that purpose, as the browser sent them. */
  readCookies: (purpose: CookiePurpose) => string[];
  setCookie: (purpose: CookiePurpose, token: string, maxAgeSeconds: number) => void;
  /** A refusal waits for others about the same, as for those of its network. */
  paceBy: (subject: string) => void;
  /** Logs a fault of ours and sets the headers that go with an error. */
  reportProblem: (error: AppError) => void;
};

declare const proven: unique symbol;
type Proven = { readonly [proven]: true };

/** A caller who is signed in. */
export type AccountScope = Proven & { accountId: string; caller: AccountCaller; actor: Actor };
/** A caller who is signed in with a browser, not with a personal token. */
export type SessionScope = AccountScope & { sessionHash: Buffer };
/** A member of the team that the request names: queries take this and never a bare team id. */
export type TeamScope = Proven & {
  teamId: string;
  namespace: string;
  accountId: string;
  role: TeamRole;
  /** The account, or its token. */
  actor: Actor;
};
/** An upload form may only send videos into its project (docs/decisions/0153). */
export type FormScope = Proven & {
  teamId: string;
  /** The account of its owner, which gets the videos that it sends. */
  accountId: string;
  role: 'form';
  projectId: string;
  actor: Actor;
};
/** Both may send videos into projects of the team. */
export type SenderScope = TeamScope | FormScope;
/** A proven team, with nothing of the caller. */
export type ProvenTeam = Proven & { teamId: string };

/** @throws AppError unauthenticated; forbidden for an upload form */
export async function requireAccount(context: RequestContext): Promise<AccountScope> {
  const caller = await context.findCaller();
  if (!caller) throw new AppError('unauthenticated');
  if (caller.kind === 'form') throw new AppError('forbidden');
  return { accountId: caller.accountId, caller, actor: toActor(caller) } as AccountScope;
}

function toActor({ accountId, name, token }: AccountCaller): Actor {
  const account = { kind: 'account' as const, id: accountId, name };
  return token ? { kind: 'token', ...token, onBehalfOf: account } : account;
}

/**
 * Refuses personal tokens where one that leaked could outlive itself
 * (docs/decisions/0028).
 */
export async function requireSession(context: RequestContext): Promise<SessionScope> {
  const scope = await requireAccount(context);
  const { sessionHash } = scope.caller;
  if (!sessionHash) throw new AppError('session_required');
  return { ...scope, sessionHash };
}

/** Another team than one's own does not exist: 404, never 403. */
export async function requireTeam(context: RequestContext): Promise<TeamScope> {
  const { caller, actor } = await requireAccount(context);
  if (caller.team) {
    const { id, namespace, role } = caller.team;
    context.setTenant(id);
    return { teamId: id, namespace, accountId: caller.accountId, role, actor } as TeamScope;
  }
  throw context.teamNamespace === null ? new AppError('team_required') : notFound('team');
}

/** The same for calls that upload forms may make too. */
export async function requireSender(context: RequestContext): Promise<SenderScope> {
  const caller = await context.findCaller();
  if (caller?.kind !== 'form') return requireTeam(context);
  const { id, name, owner, projectId } = caller;
  const { teamId, namespace, accountId } = owner;
  if ((context.teamNamespace ?? namespace) !== namespace) throw notFound('team');
  context.setTenant(teamId);
  const actor: Actor = { kind: 'form', id, name, onBehalfOf: owner.actor };
  return { teamId, accountId, role: 'form', projectId, actor } as FormScope;
}

/** Only the call that accepts an invitation, by its token, calls this. */
export function requireInvitedTeam(context: RequestContext, teamId: string): ProvenTeam {
  context.setTenant(teamId);
  return { teamId } as ProvenTeam;
}

/** Work that no request caused (the first start) has the rights of the team's admin, under its own name. */
export function systemScope(team: Omit<TeamScope, keyof Proven | 'role'>) {
  return { ...team, role: 'admin' } as TeamScope;
}

/** Only the query that found the membership calls this. */
export function memberScope(member: Omit<TeamScope, keyof Proven>) {
  return member as TeamScope;
}
