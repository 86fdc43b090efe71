import { at, managers, members, type Rows } from '../../test-permissions.ts';
import { presetInput } from '../../test-presets.ts';

const presets = '/api/encoding/v1/presets';

export const presetsRows: Rows = (scene) => ({
  'presets.list': { call: at('GET', '/api/encoding/v1/presets'), expected: members(200) },
  'presets.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/encoding/v1/presets/${await scene.firstId('/api/v1/presets')}`,
    }),
    expected: members(200),
  },
  'presets.create': {
    call: async () => ({ method: 'POST', url: presets, body: presetInput }),
    expected: managers(201),
  },
  'presets.update': {
    call: async () => ({
      method: 'PUT',
      url: `${presets}/${await scene.newId(presets, presetInput)}`,
      body: presetInput,
    }),
    expected: managers(200),
  },
  'presets.rename': {
    call: async () => ({
      method: 'PUT',
      url: `${presets}/${await scene.newId(presets, presetInput)}/name`,
      body: { name: 'Renamed' },
    }),
    expected: managers(200),
  },
  'presets.delete': {
    call: async () => ({
      method: 'DELETE',
      url: `${presets}/${await scene.newId(presets, presetInput)}`,
    }),
    expected: managers(204),
  },
  'presets.resolutions': { call: at('GET', `${presets}/resolutions`), expected: members(200) },
  'presets.audioTracks': { call: at('GET', `${presets}/audio-tracks`), expected: members(200) },
  'presets.codecs': { call: at('GET', `${presets}/codecs`), expected: members(200) },
  'presets.formats': { call: at('GET', `${presets}/formats`), expected: members(200) },
  'presets.languages': { call: at('GET', `${presets}/languages`), expected: members(200) },
});
