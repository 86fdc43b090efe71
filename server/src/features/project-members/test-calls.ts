import { newId } from '../../base/ids.ts';
import type { Scene, TestCalls } from '../../test-calls.ts';

async function addMember({ app, ask }: Scene): Promise<string> {
  const person = await app.addPerson(null, 'user');
  const { id } = await ask('GET', '/api/v1/myteam');
  const row = { team_id: String(id), account_id: person.id, role: 'user' as const };
  await app.context.db.insertInto('team_memberships').values(row).execute();
  return person.id;
}

const newAddress = () => ({ email: `${newId()}@kinora.test` });

export const testCalls: TestCalls = {
  things: {
    'memberships/{accountId}': async (scene) => {
      const accountId = await addMember(scene);
      const body = { accountId, projectRole: 'viewer' };
      await scene.ask('POST', `/api/v1/projects/${scene.projectKey}/memberships`, body);
      return accountId;
    },
  },
  calls: {
    'projectMembers.add': { fields: async (scene) => ({ accountId: await addMember(scene) }) },
    'projectMembers.invite': { fields: newAddress },
    'projectMembers.inviteByLink': { fields: newAddress },
  },
};
