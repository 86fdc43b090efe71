import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  calls: {
    'personalTokens.revoke': {
      // Somebody else's: all callers are personal tokens, which may revoke none but themselves.
      fields: async ({ app }) => ({ token: (await app.addPerson(null, 'user')).token }),
      answer: 403,
    },
  },
};
