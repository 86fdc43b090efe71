import type { Scene, TestCalls } from '../../test-calls.ts';

async function addVideo({ ask, projectKey }: Scene): Promise<string> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = [{ title: 'A', source }];
  return String((await ask('POST', '/api/v1/videos', { projectKey, videos }))[0]?.['key']);
}

export const testCalls: TestCalls = {
  things: {
    'videos/{id}': addVideo,
    'restore/{videoKey}': async (scene) => {
      const key = await addVideo(scene);
      await scene.ask('DELETE', `/api/v1/videos/${key}`);
      return key;
    },
  },
};
