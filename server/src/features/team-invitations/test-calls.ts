import type { Scene, TestCalls } from '../../test-calls.ts';

const newAddress = () => `${Math.random()}@kinora.test`;

const invite = ({ ask }: Scene) =>
  ask('POST', '/api/v1/team-invitations', { email: newAddress(), role: 'user', isMailed: false });

export const testCalls: TestCalls = {
  things: { 'team-invitations/{id}': async (scene) => (await invite(scene))['id'] },
  calls: {
    'teamInvitations.create': { fields: () => ({ email: newAddress() }) },
    'teamInvitations.lookUp': { answer: 404 },
    'teamInvitations.redeem': { answer: 404 },
  },
};
