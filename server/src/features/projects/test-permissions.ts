import { at, inProject, mayRead, members, type Rows } from '../../test-permissions.ts';

export const projectsRows: Rows = (scene) => ({
  'projects.list': { call: at('GET', '/api/v1/projects'), expected: members(200) },
  'projects.get': {
    call: async () => ({ method: 'GET', url: `/api/v1/projects/${scene.projectKey}` }),
    expected: mayRead,
  },
  'projects.create': {
    call: at('POST', '/api/v1/projects', { key: 'more', name: 'More' }),
    expected: {
      ...members(403),
      manager: 201,
      admin: 201,
    },
  },
  'projects.update': {
    call: async () => ({
      method: 'PUT',
      url: `/api/v1/projects/${scene.projectKey}`,
      body: { description: 'Changed' },
    }),
    expected: inProject({ viewer: 403, uploader: 403, manager: 200 }),
  },
  'projects.memberships': {
    call: async () => ({ method: 'GET', url: `/api/v1/projects/${scene.projectKey}/memberships` }),
    expected: mayRead,
  },
  'projects.hostings': { call: at('GET', '/api/v1/hostings'), expected: members(200) },
});
