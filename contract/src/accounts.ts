import { z } from 'zod';
import { ACCOUNT_NAME_LETTERS, PASSWORD_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Language, PRINTABLE, TeamRole, text } from './fields.ts';

export const Account = nameSchema(
  'Account',
  z.object({ id: Id, email: z.string(), name: z.string() }),
);
export type Account = z.infer<typeof Account>;

export const Me = nameSchema(
  'Me',
  z.object({
    account: Account,
    lang: Language,
    teams: z.array(z.object({ id: Id, namespace: z.string(), name: z.string(), role: TeamRole })),
    /** Of the first team's administrators, who run the installation. */
    canCreateTeams: z.boolean(),
    /** Names of teams in which the account is suspended. */
    suspendedIn: z.array(z.string()),
    /** Where to ask for help; null when the operator gave no address. */
    supportEmail: z.string().nullable(),
  }),
);
export type Me = z.infer<typeof Me>;

const Email = z
  .string()
  .max(254)
  .regex(PRINTABLE)
  .meta({ examples: ['malee@example.com'] })
  .transform((value) => value.trim().toLowerCase());

export const Password = z.string().min(PASSWORD_LETTERS.min).max(PASSWORD_LETTERS.max);

const call = createCalls('accounts', 'Signing in, the own account');

export const accounts = {
  signIn: call({
    who: 'anyone',
    isThrottled: true,
    setsCookie: true,
    problems: { 401: 'Wrong address or password' },
  })
    .route({ method: 'POST', path: '/api/auth/v1/sign-in', tags: ['accounts'], summary: 'Sign in' })
    .input(z.object({ email: Email, password: z.string().min(1).max(PASSWORD_LETTERS.max) }))
    .output(z.object({ user: Account })),
  signOut: call({ who: 'anyone', setsCookie: true })
    .route({
      method: 'POST',
      path: '/api/auth/v1/sign-out',
      successStatus: 204,
      summary: 'Sign out',
    })
    .input(z.object({}))
    .output(z.void()),
  me: call({ who: 'account' })
    .route({
      method: 'GET',
      path: '/api/auth/v1/me',
      summary: 'The account that calls, and its teams',
    })
    .input(z.object({}))
    .output(Me),
  setLanguage: call({ who: 'account' })
    .route({
      method: 'PUT',
      path: '/api/auth/v1/me/language',
      summary: 'Set the language of the interface',
    })
    .input(z.object({ lang: Language }))
    .output(z.object({ lang: Language })),
  setName: call({ who: 'account' })
    .route({
      method: 'PUT',
      path: '/api/auth/v1/me/name',
      summary: 'Change the name shown to others',
    })
    .input(z.object({ name: text(ACCOUNT_NAME_LETTERS) }))
    .output(Account),
  changePassword: call({ who: 'session', isThrottled: true })
    .route({
      method: 'PUT',
      path: '/api/auth/v1/me/password',
      successStatus: 204,
      summary: 'Change the password; other sessions end',
    })
    .input(
      z.object({
        currentPassword: z.string().min(1).max(PASSWORD_LETTERS.max),
        newPassword: Password,
        /** Ends the account's personal tokens too. */
        revokePersonalTokens: z.boolean().default(false),
      }),
    )
    .output(z.void()),
  requestPasswordReset: call({ who: 'anyone', isThrottled: true })
    .route({
      method: 'POST',
      path: '/api/auth/v1/password-resets',
      successStatus: 202,
      summary: 'Mail a link to set a new password',
    })
    .input(z.object({ email: Email }))
    .output(z.object({})),
  redeemPasswordReset: call({
    who: 'anyone',
    setsCookie: true,
    problems: { 410: 'The token is unknown, used or too old' },
  })
    .route({
      method: 'POST',
      path: '/api/auth/v1/password-resets/redeem',
      successStatus: 204,
      summary: 'Set a new password with a mailed token; all sessions and personal tokens end',
    })
    .input(z.object({ token: z.string().min(1).max(200), newPassword: Password }))
    .output(z.void()),
};
