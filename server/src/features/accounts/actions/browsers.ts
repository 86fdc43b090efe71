import type { Tx } from '../../../base/db.ts';
import { COOKIE_PREFIXES } from '../../../base/cookies.ts';
import { hashToken, newToken } from '../../../base/ids.ts';
import type { AccountScope } from '../../../base/request.ts';
import { KNOWN_BROWSER_LIFETIME_MS, MAX_KNOWN_BROWSERS } from '../rules/limits.ts';

/**
 * Remembers that the account's owner signed in with this browser, as others may have. The token is new each
 * time, so that a token planted by an attacker is useless.
 *
 * @param before the tokens that the browser sent
 * @returns the token for the cookie; only its hash is stored
 */
export async function rememberBrowser(
  tx: Tx,
  { accountId }: Pick<AccountScope, 'accountId'>,
  before: readonly string[],
  now: Date,
): Promise<string> {
  await tx.deleteFrom('known_browsers').where('expires_at', '<', now).execute();
  const others =
    before.length === 0
      ? []
      : await tx
          .deleteFrom('known_browsers')
          .where('token_hash', 'in', before.map(hashToken))
          .returning('account_id')
          .execute();
  const token = newToken(COOKIE_PREFIXES.browser);
  const row = {
    token_hash: hashToken(token),
    expires_at: new Date(now.getTime() + KNOWN_BROWSER_LIFETIME_MS),
  };
  const accountIds = new Set([accountId, ...others.map((other) => other.account_id)]);
  await tx
    .insertInto('known_browsers')
    .values([...accountIds].map((id) => ({ ...row, account_id: id })))
    .execute();
  await tx
    .deleteFrom('known_browsers')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_browsers')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .offset(MAX_KNOWN_BROWSERS),
    )
    .execute();
  return token;
}

export async function forgetBrowsers(
  tx: Tx,
  { accountId }: Pick<AccountScope, 'accountId'>,
): Promise<void> {
  await tx.deleteFrom('known_browsers').where('account_id', '=', accountId).execute();
}
