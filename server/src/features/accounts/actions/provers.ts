import type { Prover } from '../../../base/credentials.ts';
import type { Db } from '../../../base/db.ts';
import type { AccountCaller } from '../../../base/request.ts';
import { PERSONAL_TOKEN_PREFIX, recordTokenUse } from '../../personal-tokens/actions.ts';
import { recordSessionUse } from '../../sessions/actions.ts';
import { recordSeen } from '../../team-members/actions.ts';
import { findSessionCaller, findTokenCaller, type FoundCaller } from '../queries.ts';

// Each now and then records that the credential is used.

/** Proves an account by the cookie of its browser. */
export const proveSession: Prover = async (db, { sessionTokens, teamNamespace, client }) => {
  if (sessionTokens.length === 0) return null;
  const found = await findSessionCaller(db, sessionTokens, teamNamespace);
  const hash = found?.caller.sessionHash;
  if (hash && found.isUseDue) await recordSessionUse(db, hash, client);
  return found && recordCaller(db, found);
};

/** Proves an account by one of its personal tokens. */
export const provePersonalToken: Prover = async (db, { bearer, teamNamespace }) => {
  if (!bearer?.startsWith(PERSONAL_TOKEN_PREFIX)) return null;
  const found = await findTokenCaller(db, bearer, teamNamespace);
  const token = found?.caller.token;
  if (token && found.isUseDue) await recordTokenUse(db, token.id);
  return found && recordCaller(db, found);
};

async function recordCaller(db: Db, { caller, isSeenDue }: FoundCaller): Promise<AccountCaller> {
  if (caller.team && isSeenDue) await recordSeen(db, caller.team.id, caller.accountId);
  return caller;
}
