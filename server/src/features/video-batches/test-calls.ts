import type { Scene, TestCalls } from '../../test-calls.ts';

async function choose({ ask, projectKey }: Scene) {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, videos: [{ title: 'A', source }] };
  const made = await ask('POST', '/api/v1/videos', body);
  return { action: { type: 'addTags', tags: ['news'] }, videos: { keys: [made[0]?.['key']] } };
}

export const testCalls: TestCalls = {
  things: {
    'video-batches/{id}': async (scene) =>
      (await scene.ask('POST', '/api/v1/video-batches', await choose(scene)))['id'],
  },
  calls: {
    'videoBatches.create': { fields: choose },
    // Only the maker of a batch may undo it.
    'videoBatches.undo': { answer: 404 },
  },
};
