import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    'team-setting/{itemType}': () => 'team',
    itemId: async ({ ask }) => (await ask('GET', '/api/v1/myteam'))['id'],
  },
  calls: {
    'teams.create': {
      fields: () => ({ namespace: `team-${Math.random().toString(36).slice(2)}` }),
    },
  },
};
