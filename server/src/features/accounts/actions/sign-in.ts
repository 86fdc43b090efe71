import type { Tx } from '../../../base/db.ts';
import type { AccountScope, RequestContext } from '../../../base/request.ts';
import { startSession } from '../../sessions/actions.ts';
import { SESSION_LIFETIME_MS } from '../../sessions/rules.ts';
import { KNOWN_BROWSER_LIFETIME_MS } from '../rules/limits.ts';
import { rememberBrowser } from './browsers.ts';

export type SignIn = { session: string; browser: string };

/** Signs an account in with the browser of the request, which gets the tokens once they are committed. */
export async function startSignIn(
  tx: Tx,
  context: RequestContext,
  scope: Pick<AccountScope, 'accountId'>,
): Promise<SignIn> {
  const now = new Date();
  return {
    session: await startSession(tx, scope, context.client, now),
    browser: await rememberBrowser(tx, scope, context.readCookies('browser'), now),
  };
}

export function setSignInCookies(context: RequestContext, { session, browser }: SignIn): void {
  context.setCookie('session', session, SESSION_LIFETIME_MS / 1000);
  context.setCookie('browser', browser, KNOWN_BROWSER_LIFETIME_MS / 1000);
}
