import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeArguments } from './encode-arguments.ts';
import type { Ladder } from './ladder.ts';
import { planStream } from './plan.ts';
import type { SourceProbe } from './source-probe.ts';

let seed = 5;
const next = (below: number): number => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const EVIL = ["';drawtext=textfile=/etc/passwd;'", '-i', '$(id)', 'ไทย', '../..', '\n', '9e99'];
const VALUES: unknown[] = [
  ...[0, -1, 1.5, 1e12, -1e12, NaN, Infinity, -Infinity, 37, 1080, 240],
  ...[null, undefined, {}, [], true],
  ...EVIL,
];

/** A value that a type does not allow, as a stored preset might hold one. */
function anything(): never {
  return VALUES[next(VALUES.length)] as never;
}

function randomLadder(): Ladder {
  return {
    video: Array.from({ length: 1 + next(15) }, () => ({
      codec: anything(),
      shortSide: anything(),
      maxFrameRate: anything(),
      profile: anything(),
      speed: anything(),
      crf: anything(),
      maxBitrateKbps: anything(),
    })),
    audio: Array.from({ length: next(4) }, () => ({
      codec: anything(),
      bitrateKbps: anything(),
      channels: anything(),
      sampleRate: anything(),
    })),
  };
}

function randomSource(): SourceProbe {
  const [codedWidth, codedHeight] = [1 + next(4000), 1 + next(4000)];
  const ticks = Float64Array.from({ length: 2 + next(300) }, (_, n) => n * 3003 + next(3) * 400);
  const audio = Array.from({ length: next(4) }, (_, n) => ({
    streamIndex: n + 1,
    codec: 'aac',
    channels: 1 + next(16),
    channelLayout: next(2) ? (EVIL[0] ?? null) : null,
    sampleRate: 44100,
    language: EVIL[next(EVIL.length)] ?? null,
    title: EVIL[next(EVIL.length)] ?? null,
    isDefault: n === 1,
    startSeconds: next(100) / 33,
    endSeconds: 4 + next(100) / 7,
  }));
  return {
    kind: 'mov',
    sizeBytes: 1,
    durationMs: 1000,
    audio,
    picture: null,
    clockJumps: next(5) === 0,
    truncated: false,
    video: {
      streamIndex: 0,
      codec: EVIL[0] ?? '',
      profile: EVIL[1] ?? '',
      pixelFormat: EVIL[2] ?? '',
      codedWidth,
      codedHeight,
      rotation: next(4) * 90,
      displayWidth: codedWidth,
      displayHeight: codedHeight,
      frameRate: { numerator: 30000 + next(30000), denominator: 1001 },
      variableFrameRate: next(2) === 0,
      interlaced: next(3) === 0,
      transfer: (['sdr', 'pq', 'hlg'] as const)[next(3)] ?? 'sdr',
      startSeconds: 0,
      endSeconds: ((ticks.at(-1) ?? 0) + 3003) / 90000,
      frames: {
        timeBase: { numerator: 1, denominator: 90000 },
        ticks,
        lastTicks: 3003,
        exact: true,
      },
    },
  };
}

// Words that any argument may consist of; filters are held to numbers and known names below.
const PLAIN = /^-?[\w:+.,/=()*-]+$/;
const FILTER =
  /^(?:scale|bwdif|zscale|tonemap|format|setpts|settb|fps|tpad|trim|split|framestep|setsar|asetpts|pan|aresample|aformat|apad|atrim)(?:=[\w.:=,()/|+-]*)?$/;

test('whatever a preset or a file says, the arguments stay inside their grammar', () => {
  for (let round = 0; round < 400; round++) {
    const plan = planStream(randomSource(), randomLadder());
    const threads = next(2) ? 2 : null;
    const args = encodeArguments(plan, 'file:/source', { threads, canToneMap: true });
    const graph = args[args.indexOf('-filter_complex') + 1] ?? '';
    for (const arg of args.filter((word) => word !== graph && !/^\[[va]\d+\]$/.test(word)))
      assert.match(arg, PLAIN);
    for (const chain of graph.split(';')) {
      const filters = chain.replaceAll(/\[(?:0:\d+|[sva]\d+)\]/g, '').split(',');
      for (const filter of filters) assert.match(filter, FILTER);
    }
    for (const evil of EVIL) assert(!args.includes(evil) || evil === '-i');
    assert.equal(args.filter((word) => word === '-i').length, 1, 'one input');
    for (const output of args.filter((word) => word.startsWith('pipe:')))
      assert.match(output, /^pipe:\d+$/);
    assert(!args.some((word) => /NaN|Infinity|undefined|null/.test(word)), args.join(' '));
  }
});

test('no arguments of one program exceed what Linux takes', () => {
  const long = randomSource();
  assert(long.video);
  long.audio = [];
  long.clockJumps = false;
  const ticks = Float64Array.from({ length: 400_000 }, (_, n) => n * 3600 + (n % 3) * 500);
  long.video = {
    ...long.video,
    interlaced: false,
    variableFrameRate: true,
    frameRate: { numerator: 25, denominator: 1 },
    frames: { timeBase: { numerator: 1, denominator: 90000 }, ticks, lastTicks: 3600, exact: true },
    endSeconds: 16_000,
  };
  const plan = planStream(long, {
    video: [
      {
        codec: 'h264',
        shortSide: 240,
        maxFrameRate: 60,
        profile: 'high',
        speed: 'fast',
        crf: 23,
        maxBitrateKbps: 500,
      },
    ],
    audio: [],
  });
  const args = encodeArguments(plan, 'file:/source', { threads: null, canToneMap: false });
  assert(Math.max(...args.map((word) => word.length)) < 128 * 1024);
});
