import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HD_COLOUR } from '../probe/colour.ts';
import { makeClip, testFolder, testVideo } from '../test-clips.ts';
import { toAvcColour, withAvcColour } from './avc-colour.ts';
import { listParameterSets, readAvcConfig, readParameterSet } from './mp4-avc.ts';
import { readMp4IndexFile } from './mp4-index.ts';

const folder = await testFolder();

async function makeConfig(name: string, args: string): Promise<Buffer> {
  const source = `${testVideo('136x96', '25', 1)} -c:v libx264 -pix_fmt yuv420p`;
  const index = await readMp4IndexFile(await makeClip(folder, name, `${source} ${args}`));
  const [entry] = index?.tracks[0]?.entries ?? [];
  return (entry && readAvcConfig(entry)?.avcC) ?? assert.fail();
}

const CONFIGS = [
  ['high.mp4', ''],
  ['baseline.mp4', '-profile:v baseline'],
  ['stated.mp4', '-colorspace bt470bg -color_primaries bt470bg -color_trc gamma28 -color_range pc'],
  ['shape.mp4', '-vf setsar=64/45 -colorspace smpte170m'],
] as const;

for (const [name, args] of CONFIGS)
  test(`a colour is stated in the parameter sets of ${name}, and nothing else changes`, async () => {
    const before = await makeConfig(name, args);
    const after = withAvcColour(before, toAvcColour(HD_COLOUR));
    const [set] = listParameterSets(after);
    assert(set);
    assert.deepEqual(readParameterSet(set).frame, {
      ...readParameterSet(listParameterSets(before)[0] ?? assert.fail()).frame,
      colour: { isFullRange: false, primaries: 1, transfer: 1, matrix: 1 },
    });
    assert.deepEqual(after.subarray(8 + set.length), before.subarray(8 + before.readUInt16BE(6)));
    assert.deepEqual(withAvcColour(after, toAvcColour(HD_COLOUR)), after);
  });

test('a parameter set without any usability information gets some', async () => {
  const avcC = await makeConfig('plain.mp4', '-profile:v baseline');
  const [set] = listParameterSets(avcC);
  assert(set);
  const { usabilityAt, frame } = readParameterSet(set);
  // This set has no byte that is escaped before the information begins.
  const bits = [...set.subarray(1)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const bare = `${bits.slice(0, usabilityAt)}01`;
  const padded = bare.padEnd(Math.ceil(bare.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const short = Buffer.from([set[0] ?? 0, ...padded.map((byte) => Number.parseInt(byte, 2))]);
  assert.equal(readParameterSet(short).signal, null);
  const length = Buffer.from([0, short.length]);
  const tail = avcC.subarray(8 + set.length);
  const changed = withAvcColour(
    Buffer.concat([avcC.subarray(0, 6), length, short, tail]),
    toAvcColour(HD_COLOUR),
  );
  assert.deepEqual(readParameterSet(listParameterSets(changed)[0] ?? assert.fail()).frame, {
    ...frame,
    colour: { isFullRange: false, primaries: 1, transfer: 1, matrix: 1 },
  });
});
