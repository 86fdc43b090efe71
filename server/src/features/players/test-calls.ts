import type { Scene, TestCalls } from '../../test-calls.ts';
import { logo } from '../../test-presets.ts';

const player = async ({ ask }: Scene) =>
  (await ask('POST', '/api/v1/players', { name: 'Ours' }))['id'];

const picture = async ({ ask }: Scene) => {
  const form = new FormData();
  form.append('image', logo());
  return (await ask('POST', '/api/v1/player-pictures', form))['url'];
};

export const testCalls: TestCalls = {
  things: { 'players/{id}': player, playerId: player, logoUrl: picture, imageUrl: picture },
};
