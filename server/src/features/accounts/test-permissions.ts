import { account, at, open, type Rows } from '../../test-permissions.ts';

export const accountsRows: Rows = () => ({
  'accounts.signIn': {
    // Each tries an account of its own: one of them would have to wait after five wrong tries.
    call: async () => ({
      method: 'POST',
      url: '/api/auth/v1/sign-in',
      body: { email: `${Math.random()}@kinora.test`, password: 'x' },
    }),
    expected: open(401),
  },
  'accounts.signOut': { call: at('POST', '/api/auth/v1/sign-out', {}), expected: open(204) },
  'accounts.me': { call: at('GET', '/api/v1/me'), expected: account(200) },
  'accounts.setLanguage': {
    call: at('PUT', '/api/auth/v1/me/language', { lang: 'th' }),
    expected: account(200),
  },
  'accounts.setName': {
    call: at('PUT', '/api/auth/v1/me/name', { name: 'Somchai' }),
    expected: account(200),
  },
  'accounts.changePassword': {
    call: at('PUT', '/api/auth/v1/me/password', {
      currentPassword: 'not the right one',
      newPassword: 'another long enough one',
    }),
    needsSession: true,
    expected: account(422),
  },
  'accounts.requestPasswordReset': {
    call: async () => ({
      method: 'POST',
      url: '/api/auth/v1/password-resets',
      body: { email: `${Math.random()}@kinora.test` },
    }),
    expected: open(202),
  },
  'accounts.redeemPasswordReset': {
    call: at('POST', '/api/auth/v1/password-resets/redeem', {
      token: 'knr_rst_unknown',
      newPassword: 'another long enough one',
    }),
    expected: open(410),
  },
});
