import { at, managers, members, type Rows } from '../../test-permissions.ts';
import { overlayForm } from '../../test-presets.ts';

const overlays = '/api/encoding/v1/overlay-presets';

export const overlayPresetsRows: Rows = (scene) => ({
  'overlayPresets.list': { call: at('GET', overlays), expected: members(200) },
  'overlayPresets.create': {
    call: async () => ({ method: 'POST', url: overlays, body: overlayForm() }),
    expected: managers(201),
  },
  'overlayPresets.update': {
    call: async () => ({
      method: 'PUT',
      url: `${overlays}/${await scene.newId(overlays, overlayForm())}`,
      body: overlayForm(),
    }),
    expected: managers(200),
  },
  'overlayPresets.delete': {
    call: async () => ({
      method: 'DELETE',
      url: `${overlays}/${await scene.newId(overlays, overlayForm())}`,
    }),
    expected: managers(204),
  },
  'overlayPresets.image': {
    call: async () => ({
      method: 'GET',
      url: `${overlays}/${await scene.newId(overlays, overlayForm())}/image`,
    }),
    expected: members(200),
  },
});
