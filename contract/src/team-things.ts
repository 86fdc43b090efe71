/** Things of a team as a whole, whose history its managers may read, as they may change the things. */
export const TEAM_THINGS = [
  'geoblockRule',
  'keyServer',
  'overlayPreset',
  'playbackChannel',
  'player',
  'preset',
  'urlSigningKey',
] as const;
