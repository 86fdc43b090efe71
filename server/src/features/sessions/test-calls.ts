import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    // The session of another account, which for each caller does not exist.
    'sessions/{id}': async ({ app }) => {
      const owner = await app.addPerson(null, 'user');
      await app.signIn(owner);
      const { id } = await app.context.db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', owner.id)
        .executeTakeFirstOrThrow();
      return id;
    },
  },
  calls: { 'sessions.end': { answer: 404 } },
};
