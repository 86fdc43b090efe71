import type { Language, TeamRole } from '@kinora/contract/fields';
import type { Context } from './context.ts';
import { AppError, notFound } from './errors.ts';

/** Who calls, as the credentials of the request prove it. */
export type Caller = {
  accountId: string;
  name: string;
  email: string;
  lang: Language;
  /** Hash of the session that proves the caller; null for a personal token. */
  sessionHash: Buffer | null;
  /** The team of the request; null when none is named or the caller is no member of it. */
  team: { id: string; namespace: string; role: TeamRole } | null;
};

/** What every route gets: the process's context and this request's own part. */
export type RequestContext = {
  app: Context;
  requestId: string;
  ip: string;
  /** Of the address as it was sent, without the query. */
  path: string;
  lang: Language;
  teamNamed: boolean;
  /** Looked up at most once a request. */
  caller: () => Promise<Caller | null>;
  setCookie: (value: string) => void;
  /** Logs a fault of ours and sets the headers that go with an error. */
  failed: (error: AppError, headers: Record<string, string>) => void;
};

declare const proven: unique symbol;
type Proven = { readonly [proven]: true };

/** A caller who is signed in. */
export type AccountScope = Proven & { accountId: string; caller: Caller };
/** A member of the team that the request names: queries take this and never a bare team id. */
export type TeamScope = Proven & {
  teamId: string;
  namespace: string;
  accountId: string;
  role: TeamRole;
};

export async function requireAccount(context: RequestContext): Promise<AccountScope> {
  const caller = await context.caller();
  if (!caller) throw new AppError('unauthenticated');
  return { accountId: caller.accountId, caller } as AccountScope;
}

/** Another team than one's own does not exist: 404, never 403. */
export async function requireTeam(context: RequestContext): Promise<TeamScope> {
  const { caller } = await requireAccount(context);
  if (caller.team) {
    const { id, namespace, role } = caller.team;
    return { teamId: id, namespace, accountId: caller.accountId, role } as TeamScope;
  }
  throw context.teamNamed ? notFound('team') : new AppError('team_required');
}

/** For work that no person asked for (jobs, the first start): as the team's admin. */
export function systemScope(team: { teamId: string; namespace: string; accountId: string }) {
  return { ...team, role: 'admin' } as TeamScope;
}
