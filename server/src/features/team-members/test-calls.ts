import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    'team-members/{accountId}': async ({ app, ask }) => {
      const person = await app.addPerson(null, 'user');
      const { id } = await ask('GET', '/api/v1/myteam');
      const row = { team_id: String(id), account_id: person.id, role: 'user' as const };
      await app.context.db.insertInto('team_memberships').values(row).execute();
      return person.id;
    },
  },
};
