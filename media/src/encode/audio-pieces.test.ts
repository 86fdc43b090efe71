import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareNeededBytes } from '../probe/index-needs.ts';
import type { Ladder } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { getReadEndSeconds } from '../plan/piece-window.ts';
import { listPieces, splitForArrival } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodePieces, makeClip, testVideo, testFolder } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

const opus: Ladder = {
  ...DEFAULT_LADDER,
  audio: DEFAULT_LADDER.audio.map((intent) => ({ ...intent, codec: 'opus', sampleRate: 48_000 })),
};

// The audio never repeats: each moment has other bytes.
const noise = (seconds: number, rate: number, channels: number): string =>
  `-f lavfi -i anoisesrc=d=${seconds}:r=${rate}:a=0.2:c=pink,` +
  `tremolo=f=0.7,aformat=channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`;

const video = testVideo('64x48', '25', 38);
const coded = `${X264} -g 50 -movflags +faststart`;

const clips: [string, string, string, Ladder][] = [
  ['mono.mov', 'PCM in one channel', `${noise(38, 48_000, 1)} -c:a pcm_s16le`, DEFAULT_LADDER],
  ['stereo.mov', 'PCM of 44.1 kHz', `${noise(38, 44_100, 2)} -c:a pcm_s24be`, DEFAULT_LADDER],
  ['late.mov', 'late PCM', `-itsoffset 0.7 ${noise(37, 48_000, 2)} -c:a pcm_s16be`, DEFAULT_LADDER],
  [
    'very-late.mov',
    'AC-3 after a lead',
    `-itsoffset 20 ${noise(18, 48_000, 2)} -c:a ac3`,
    DEFAULT_LADDER,
  ],
  ['ac3.mp4', 'AC-3', `${noise(38, 48_000, 2)} -c:a ac3`, DEFAULT_LADDER],
  ['mp3.mp4', 'MP3', `${noise(38, 44_100, 2)} -c:a libmp3lame`, DEFAULT_LADDER],
  ['edited.mp4', 'AAC behind an edit list', `${noise(38, 44_100, 2)} -c:a aac`, DEFAULT_LADDER],
  ['opus.mov', 'PCM for Opus', `${noise(38, 44_100, 2)} -c:a pcm_s16le`, opus],
  ['flac.mp4', 'FLAC for Opus', `${noise(38, 48_000, 2)} -c:a flac -strict -2`, opus],
];

for (const [name, about, audio, ladder] of clips)
  test(`parts of audio are those of the whole, and need no more than their bytes (${about})`, async () => {
    const path = await makeClip(folder, name, `${video} ${audio} ${coded}`);
    const plan = planStream(await probeSource(tools, path), ladder);
    await using source = await openByteSource(path);
    const index = await readMp4Index(source);
    const bytes = await readFile(path);
    const whole = listPieces(plan, { deliveryModel: 'classic' }).find(
      ({ kind }) => kind === 'audio',
    );
    assert(index && whole);
    const expected = await encodePieces(tools, plan, [whole], path);
    const parts = splitForArrival([whole]);
    assert(parts.length > 2);
    const id = whole.renditionIds[0] ?? '';
    const made: Buffer[] = [];
    for (const part of parts) {
      const needed = Math.min(
        bytes.length,
        prepareNeededBytes(index)(getReadEndSeconds(plan, part)),
      );
      assert.equal(needed === bytes.length, part === parts.at(-1), `${needed} of ${bytes.length}`);
      const arriving = join(folder, `arriving-${name}`);
      const missing = Buffer.alloc(bytes.length - needed);
      await writeFile(arriving, Buffer.concat([bytes.subarray(0, needed), missing]));
      const written = (await encodePieces(tools, plan, [part], arriving)).get(id);
      assert(written && expected.get(id)?.init.equals(written.init));
      made.push(...written.segments.slice(part.firstSegment - 1));
    }
    assert.equal(made.length, expected.get(id)?.segments.length);
    for (const [n, segment] of (expected.get(id)?.segments ?? []).entries())
      assert(made[n]?.equals(segment), `segment ${n + 1}`);
  });

test('audio that changes its format midway is made of parts too', async () => {
  const clip = (name: string, form: string): Promise<string> =>
    makeClip(folder, name, `${noise(20, 48_000, 2)} ${form} -c:a ac3`);
  const sides = [await clip('stereo.ac3', '-ac 2'), await clip('surround.ac3', '-ac 6')];
  await writeFile(
    join(folder, 'changing.ac3'),
    Buffer.concat(await Promise.all(sides.map((side) => readFile(side)))),
  );
  const path = await makeClip(
    folder,
    'changing.mp4',
    `-i changing.ac3 ${testVideo('64x48', '25', 40)} ${X264} -g 50 -c:a copy -movflags +faststart`,
  );
  const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
  await using source = await openByteSource(path);
  const index = await readMp4Index(source);
  const bytes = await readFile(path);
  const whole = listPieces(plan, { deliveryModel: 'classic' }).find(({ kind }) => kind === 'audio');
  const planned = plan.audio[0];
  assert(index && whole && planned);
  // The piece ends behind the change, and before the end.
  const lastSegment = planned.borders.length - 1;
  const part = { ...whole, lastSegment };
  const needed = prepareNeededBytes(index)(getReadEndSeconds(plan, part));
  assert(needed < bytes.length);
  const arriving = join(folder, 'arriving-changing.mp4');
  await writeFile(
    arriving,
    Buffer.concat([bytes.subarray(0, needed), Buffer.alloc(bytes.length - needed)]),
  );
  const [expected, made] = [
    (await encodePieces(tools, plan, [whole], path)).get(planned.id)?.segments,
    (await encodePieces(tools, plan, [part], arriving)).get(planned.id)?.segments,
  ];
  assert.deepEqual(made, expected?.slice(0, lastSegment));
});
