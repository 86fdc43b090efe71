import { account, at, type Rows } from '../../test-permissions.ts';

export const personalTokensRows: Rows = (scene) => ({
  'personalTokens.list': {
    call: at('GET', '/api/v1/personal-tokens'),
    needsSession: true,
    expected: account(200),
  },
  'personalTokens.create': {
    call: at('POST', '/api/v1/personal-tokens', { name: 'CI' }),
    needsSession: true,
    expected: account(201),
  },
  'personalTokens.revoke': {
    // Somebody else's token: all callers are personal tokens, which may revoke none but themselves.
    call: async () => {
      const owner = await scene.app.addPerson(null, 'user');
      return {
        method: 'POST',
        url: '/api/v1/personal-tokens/revoke',
        body: { token: owner.token },
      };
    },
    expected: account(403),
  },
});
