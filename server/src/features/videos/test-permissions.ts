import { inProject, mayRead, type Rows } from '../../test-permissions.ts';

export const videosRows: Rows = (scene) => ({
  'videos.list': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos?projectKey=${scene.projectKey}` }),
    expected: mayRead,
  },
  'videos.get': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos/${await scene.newVideoKey()}` }),
    expected: mayRead,
  },
  'videos.create': {
    call: async () => ({
      method: 'POST',
      url: '/api/v1/videos',
      body: {
        projectKey: scene.projectKey,
        videos: [{ title: 'B', source: { type: 'video/mp4', size: 1, fileName: 'b.mp4' } }],
      },
    }),
    expected: inProject({ viewer: 403, uploader: 201, manager: 201 }),
  },
  'videos.update': {
    call: async () => ({
      method: 'PUT',
      url: `/api/v1/videos/${await scene.newVideoKey()}`,
      body: { title: 'Changed' },
    }),
    expected: inProject({ viewer: 403, uploader: 200, manager: 200 }),
  },
  'videos.delete': {
    call: async () => ({ method: 'DELETE', url: `/api/v1/videos/${await scene.newVideoKey()}` }),
    expected: inProject({ viewer: 403, uploader: 204, manager: 204 }),
  },
  'videos.tags': {
    call: async () => ({ method: 'GET', url: `/api/v1/video-tags?projectKey=${scene.projectKey}` }),
    expected: mayRead,
  },
});
