import type { Scene, TestCalls } from '../../test-calls.ts';
import { presetInput } from '../../test-presets.ts';

const presets = '/api/encoding/v1/presets';
const systemPreset = async ({ ask }: Scene) => (await ask('GET', presets)).data[0]?.['id'];

/** Encryption is on, as only then the key server's id is read. There is none yet. */
function encrypted() {
  const input = structuredClone(presetInput);
  const track = input.profiles[0]?.videoTracks[0];
  if (track) track.encryption = { isEnableVideoEncryption: true, keyServerId: 'none' };
  return input;
}

// Its fields must fit each other.
const row = { fields: () => ({ ...presetInput }), wrongIn: encrypted };

export const testCalls: TestCalls = {
  things: {
    'presets/{id}': async ({ ask }) => (await ask('POST', presets, presetInput))['id'],
    presetId: systemPreset,
  },
  calls: { 'presets.create': row, 'presets.update': row },
};
