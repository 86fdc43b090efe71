import { inProject, type Rows } from '../../test-permissions.ts';

export const drmRows: Rows = (scene) => ({
  'drm.setModel': {
    call: async () => {
      const key = await scene.newVideoKey();
      const { body: found } = await scene.app.call('GET', `/api/v1/videos/${key}`, {
        as: scene.admin,
      });
      const url = `/api/v1/videos/${key}/vods/${String(found['vod']?.['id'])}/drm-model`;
      return { method: 'PUT', url, body: { drmModel: 'clearKey' } };
    },
    expected: inProject({ viewer: 403, uploader: 409, manager: 409 }),
  },
});
