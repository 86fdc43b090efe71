import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    'vods/{vodId}': async ({ ask }, { id }) =>
      (await ask('GET', `/api/v1/videos/${String(id)}`))['vod']?.['id'],
  },
  calls: {
    // The video is not encoded yet.
    'drm.rotateKeys': { answer: 409 },
    'drm.setModel': { fields: () => ({ drmModel: 'clearKey' }), answer: 409 },
  },
};
