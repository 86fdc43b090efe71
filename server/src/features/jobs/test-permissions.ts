import { at, inProject, mayRead, members, type Rows } from '../../test-permissions.ts';

export const jobsRows: Rows = (scene) => ({
  'jobs.ofVideo': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos/${await scene.newVideoKey()}/jobs` }),
    expected: mayRead,
  },
  'jobs.retry': {
    call: async () => ({
      method: 'POST',
      url: `/api/encoding/v1/videos/${await scene.newVideoKey()}/jobs/retry`,
    }),
    expected: inProject({ viewer: 403, uploader: 409, manager: 409 }),
  },
  'jobs.ofTeam': { call: at('GET', '/api/encoding/v1/jobs'), expected: members(200) },
});
