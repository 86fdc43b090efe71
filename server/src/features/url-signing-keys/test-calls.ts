import type { Scene, TestCalls } from '../../test-calls.ts';

const key = async ({ ask }: Scene) => (await ask('POST', '/api/v1/url-signing-keys', {}))['id'];

export const testCalls: TestCalls = {
  things: { 'url-signing-keys/{id}': key, urlSigningKeyIds: async (scene) => [await key(scene)] },
};
