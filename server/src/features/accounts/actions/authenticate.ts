import type { Authenticate } from '../../../base/credentials.ts';
import { recordTokenUse } from '../../personal-tokens/actions.ts';
import { recordSessionUse } from '../../sessions/actions.ts';
import { findCaller } from '../queries.ts';

/** Finds the caller that a request's credentials prove, and now and then records that they are used. */
export const authenticate: Authenticate = async (db, credentials) => {
  const found = await findCaller(db, credentials);
  if (!found) return null;
  const { caller, isUseDue } = found;
  const { sessionHash, token } = caller;
  if (isUseDue && sessionHash) await recordSessionUse(db, sessionHash, credentials.client);
  if (isUseDue && token) await recordTokenUse(db, token.id);
  return caller;
};
