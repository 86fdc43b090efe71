import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { buildInputArguments } from '../probe/demux.ts';
import type { SourceKind } from '../probe/sniff.ts';
import { findMediaTools } from '../cage/tools.ts';
import { planHostile } from './test-engine.ts';
import { checkPlayable } from './test-playable.ts';
import { recipes } from './test-recipes.ts';
import { type Ending, survive } from './test-survival.ts';
import { type HostileClass, type Recipe, openWorkshop } from './test-workshop.ts';

// The whole of them takes a quarter of an hour: bench/src/hostile.bench.ts. Here are some of each.
const CHOSEN: Readonly<Record<HostileClass, readonly string[]>> = {
  containers: ['avi: h264 with b-frames', 'mxf: mpeg2 pcm', 'wmv: wmv2 wma2', 'gif, named .mp4'],
  audio: ['mp3 with a cover', 'of one sample', 'h264 with 5.1'],
  video: ['63x35, mp4', '2x2, mp4', '16384x16, mkv', '9000x8192, mkv', 'sar 20:1, mkv'],
  times: [
    '90000 frames a second stated, mp4',
    'a gap of 20 s, ts',
    'a day of one frame, mkv',
    'days of one frame, mkv',
    'no frames, mkv',
    'one frame and pieces of audio, mp4',
  ],
  tracks: ['ts: from small to large', 'ts: times that run back', '30 of video'],
  boxes: [
    'stts of 2^31 samples',
    'stsz of 2^32-1 samples',
    'stco beyond the file',
    'co64 of 2^63',
    'edits: 20,000',
    'boxes 100,000 deep at the top',
    'an index that unpacks to 1 GiB',
    '2,000 tracks of video',
    'avcC cut off',
    'frames in order: 2^31-1 ticks for 10 of 30 frames, cut by an edit',
  ],
  fragments: ['decode times of 2^63', '2^32-1 samples', 'backwards'],
  claims: [
    'stts of 4294967295 entries',
    'stco of 67108864 entries',
    '134217728 frames of one byte',
    '67108864 raw samples of audio in each chunk',
    'a run of 67108864 samples without bytes',
    'CodecPrivate of 268435455 bytes',
    'Cluster of 1099511627776 bytes',
  ],
  truncated: ['mp4 at 90 %', 'mp4 index first at 50 %', 'ts at 10 %'],
  holes: ['a film with a hole over many segments, mkv', 'mp4 of which half is zeros'],
  flipped: ['avi, 400 bytes', 'the index of an mp4 (3)', 'the media of an mp4 (4)'],
  foreign: [
    'hls of a clip',
    'ffconcat of a network file',
    'riff avi, then hls (the "GAB2" way)',
    'mov whose media lie elsewhere, by alias',
    'no bytes',
    'one byte',
  ],
};

const tools = await findMediaTools();
// Without a cage, only our own lists protect the machine from a stranger's file.
const bare = { ...tools, sandbox: 'none' as const, wrapper: [] };
const workshop = await openWorkshop();
after(() => workshop[Symbol.asyncDispose]());

function chooseRecipes(about: HostileClass): Recipe[] {
  return CHOSEN[about].map((name) => {
    const recipe = recipes.find((one) => one.about === about && one.name === name);
    assert(recipe, `there is ${about}: ${name}`);
    return recipe;
  });
}

let count = 0;

async function place(recipe: Recipe): Promise<string> {
  const path = join(workshop.folder, `source-${++count}`);
  await writeFile(path, await recipe.make(workshop));
  return path;
}

function judge({ about, name, must }: Recipe, { end, reason, detail, blamesUs }: Ending): void {
  const said = `${about}: ${name} ends so: ${end}, ${reason}\n${detail}`;
  assert(end !== 'crashed' && end !== 'over its bound', said);
  assert(!blamesUs, said);
  if (must === 'play') assert.equal(end, 'playable', said);
  else if (must === 'be refused') assert.equal(end, 'probe error', said);
  else assert.notEqual(end, 'encode error', said);
}

for (const about of Object.keys(CHOSEN) as HostileClass[])
  test(`hostile sources end playable or refused, within their bound: ${about}`, async () => {
    const queue = chooseRecipes(about);
    const take = async (): Promise<void> => {
      for (let recipe = queue.shift(); recipe; recipe = queue.shift()) {
        const path = await place(recipe);
        for (const cage of about === 'foreign' ? [tools, bare] : [tools])
          judge(recipe, await survive(cage, path, { boundMs: 120_000, secrets: workshop.secrets }));
      }
    };
    await Promise.all([take(), take()]);
    assert.equal(workshop.connections(), 0, 'and nobody is called');
  });

test('more than 300 sources are known, each by its own name', () => {
  const names = recipes.map(({ about, name }) => `${about}: ${name}`);
  assert(names.length >= 300);
  assert.equal(new Set(names).size, names.length);
});

const KINDS: readonly SourceKind[] = [
  ...(['mov', 'matroska', 'mpegts', 'avi', 'flv', 'mxf', 'asf', 'ogg', 'wav'] as const),
  ...(['mp3', 'aac', 'flac', 'mpeg'] as const),
];

test('a playlist that was taken for a film opens no other file, whatever it is taken for', async () => {
  for (const name of ['hls of a clip', 'ffconcat', 'hls over the network']) {
    const recipe = recipes.find((one) => one.about === 'foreign' && one.name === name);
    assert(recipe);
    const path = await place(recipe);
    for (const kind of KINDS) {
      const args = [
        ...buildInputArguments(kind, `file:${path}`),
        '-map',
        '0',
        '-c',
        'copy',
        '-f',
        'nut',
      ];
      const { stdout } = await promisify(execFile)(
        tools.ffmpeg,
        ['-v', 'error', '-nostdin', ...args, '-'],
        { encoding: 'buffer' },
      ).catch((error: { stdout: Buffer }) => error);
      for (const secret of workshop.secrets) assert(!stdout.includes(secret), `${name} as ${kind}`);
    }
  }
  assert.equal(workshop.connections(), 0);
});

function plain(): Recipe {
  const recipe = recipes.find(({ name }) => name === 'mp4: mpeg4 aac');
  assert(recipe);
  return recipe;
}

test('a late end, and a secret that comes out, are found', async () => {
  const path = await place(plain());
  const late = await survive(tools, path, { boundMs: 20, secrets: [] });
  assert.equal(late.end, 'over its bound');
  // Bytes that every init segment holds.
  const secrets = [Buffer.from('mvhd')];
  const leaking = await survive(tools, path, { boundMs: 120_000, secrets });
  assert.equal(leaking.end, 'crashed');
  assert.match(leaking.reason, /secret/);
});

test('a stream that lacks a segment does not count as playable', async () => {
  const signal = new AbortController().signal;
  const { plan } = await planHostile(tools, await place(plain()), workshop.folder, signal);
  const stored = new Map(
    ['v90', 'v48', 'a1'].map((id) => [id, { init: null, segments: new Map(), ticks: 0 }]),
  );
  const where = { folder: workshop.folder, isWhole: true };
  await assert.rejects(checkPlayable(plan, stored, where), /has no init segment/);
});
