import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  calls: {
    'personalTokens.revoke': {
      // The token belongs to another account: a caller with a personal token may revoke only that one.
      fields: async ({ app }) => ({ token: (await app.addPerson(null, 'user')).token }),
      answer: 403,
    },
  },
};
