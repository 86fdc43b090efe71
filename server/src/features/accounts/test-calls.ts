import type { TestCalls } from '../../test-calls.ts';

// Each try is at an account of its own: at one of them one would have to wait after five.
const nobody = () => ({ email: `${Math.random()}@kinora.test` });
const newPassword = 'another long enough one';

export const testCalls: TestCalls = {
  calls: {
    'accounts.signIn': { fields: nobody, answer: 401 },
    // The other language than accounts begin with.
    'accounts.setLanguage': { fields: () => ({ lang: 'en' }) },
    'accounts.changePassword': {
      fields: () => ({ currentPassword: 'not the right one', newPassword }),
      answer: 422,
    },
    'accounts.requestPasswordReset': { fields: nobody },
    'accounts.redeemPasswordReset': { fields: () => ({ newPassword }), answer: 410 },
  },
};
