import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  calls: {
    // A member who is no admin reads the history of one thing.
    'auditEvents.list': {
      fields: ({ projectKey }) => ({ subjectType: 'project', subjectId: projectKey }),
    },
  },
};
