import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    // Somebody else's session: for each caller it does not exist.
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
