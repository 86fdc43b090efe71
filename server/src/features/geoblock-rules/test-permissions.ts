import { at, members, type Rows } from '../../test-permissions.ts';

export const geoblockRulesRows: Rows = (scene) => ({
  'geoblockRules.list': { call: at('GET', '/api/v1/geoblock-rules'), expected: members(200) },
  'geoblockRules.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/v1/geoblock-rules/${await scene.firstId('/api/v1/geoblock-rules')}`,
    }),
    expected: members(200),
  },
});
