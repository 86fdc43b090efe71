import type { Scene, TestCalls } from '../../test-calls.ts';

const server = async ({ ask }: Scene) =>
  (await ask('POST', '/api/v1/key-server', { name: 'Keys' }))['id'];

export const testCalls: TestCalls = {
  things: { 'key-server/{id}': server },
  calls: { 'keyServers.activate': { answer: 409 } },
};
