import { at, members, type Rows } from '../../test-permissions.ts';

export const playbackChannelsRows: Rows = (scene) => ({
  'playbackChannels.list': {
    call: at('GET', '/api/v1/playback-channels'),
    expected: members(200),
  },
  'playbackChannels.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/v1/playback-channels/${await scene.firstId('/api/v1/playback-channels')}`,
    }),
    expected: members(200),
  },
});
