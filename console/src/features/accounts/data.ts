import { createApi } from '../../base/api-client.ts';
import { type Entering, Redirect } from '../../base/router/route.ts';
import { findMe } from '../../base/session.ts';
import { toSafeNext } from './rules.ts';

const { accounts } = createApi(null);

/** Sends signed-in people away from the form; it stays when that is unknown. */
export async function sendHomeIfSignedIn({ queryClient, address }: Entering): Promise<void> {
  const me = await findMe(queryClient).catch(() => null);
  if (me !== null) throw new Redirect({ to: toSafeNext(address.search['next']) });
}

export const signIn = (input: { email: string; password: string }) => accounts.signIn(input);

/** The request is always accepted, so that it doesn't reveal which addresses have an account. */
export const requestPasswordReset = (email: string) => accounts.requestPasswordReset({ email });

/** 410 when the token was used or is too old. */
export const redeemPasswordReset = (input: { token: string; newPassword: string }) =>
  accounts.redeemPasswordReset(input);

/** Ends every other session of the account, and its personal tokens where that is wished. */
export const changePassword = (input: {
  currentPassword: string;
  newPassword: string;
  revokePersonalTokens: boolean;
}) => accounts.changePassword(input);

export const setName = (name: string) => accounts.setName({ name });
