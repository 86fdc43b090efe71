import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildEncodeArguments } from './encode-arguments.ts';
import type { VideoCopy } from '../plan/copy-plan.ts';
import { buildEvenArguments } from './even-audio.ts';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import type { Overlay } from './overlay-filter.ts';
import { decideColour } from '../probe/colour.ts';
import type { SourceProbe } from '../probe/source-probe.ts';

let seed = 5;
/** Uses mulberry32: a weaker generator never drew some neighbouring values. */
const next = (below: number): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let drawn = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  drawn ^= drawn + Math.imul(drawn ^ (drawn >>> 7), 61 | drawn);
  return ((drawn ^ (drawn >>> 14)) >>> 0) % below;
};

const EVIL = ["';drawtext=textfile=/etc/passwd;'", '-i', '$(id)', 'ไทย', '../..', '\n', '9e99'];
const VALUES: unknown[] = [
  0,
  -1,
  1.5,
  1e12,
  -1e12,
  NaN,
  Infinity,
  -Infinity,
  37,
  1080,
  240,
  null,
  undefined,
  {},
  [],
  true,
  ...EVIL,
];

/** Returns a value that a type does not allow, but that a stored preset might contain. */
function pickAny(): never {
  return VALUES[next(VALUES.length)] as never;
}

/** Returns mostly a value that a type allows, so that every codec and mode occurs. */
function pickOne(...values: unknown[]): never {
  return (next(4) === 0 ? pickAny() : values[next(values.length)]) as never;
}

const CODECS = ['h264', 'hevc', 'vp9', 'av1'];

function randomLadder(): Ladder {
  // AV1 among them makes every rate a constant one.
  const codecs = CODECS.slice(0, next(2) === 0 ? 3 : 4);
  return {
    video: Array.from({ length: 1 + next(15) }, () => ({
      codec: pickOne(...codecs),
      name: pickAny(),
      size: pickOne(
        ...['shortestSide', 'width', 'height', 'original', pickAny()].map((type) => ({
          type,
          pixels: pickOne(null, 16, 241, 720, 1081, 4320),
        })),
      ),
      maxFrameRate: pickOne(1, 7.5, 24, 30, 60, 240),
      profile: pickOne('baseline', 'main', 'high', null),
      speed: pickOne('fastest', 'faster', 'fast', 'balanced', 'small'),
      quality: pickOne(
        { mode: 'constrained', crf: pickAny(), maxBitrateKbps: pickAny() },
        { mode: 'target', targetKbps: pickOne(500, 5000), maxKbps: pickAny() },
        { mode: 'constantQuality', cq: pickAny() },
        { mode: 'qp', qp: pickAny() },
      ),
      duration: pickOne(null, { minimumSeconds: pickAny(), maximumSeconds: pickAny() }),
    })),
    audio: Array.from({ length: next(4) }, () => ({
      codec: pickOne('aac', 'opus'),
      name: pickAny(),
      bitrateKbps: pickAny(),
      channels: pickOne(1, 2, 6),
      sampleRate: pickAny(),
    })),
    audioVariants: Array.from({ length: next(3) }, () => ({
      name: pickAny(),
      languageCode: pickAny(),
      isAudioDescription: pickAny(),
    })),
  };
}

function randomSource(): SourceProbe {
  const [codedWidth, codedHeight] = [1 + next(4000), 1 + next(4000)];
  const pixelFormat = ['yuv420p', 'gbrp', 'yuva420p', EVIL[2] ?? ''][next(4)] ?? '';
  const pickTag = (...names: string[]): string | null => [...names, EVIL[0] ?? ''][next(4)] ?? null;
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
      pixelFormat,
      codedWidth,
      codedHeight,
      rotation: next(4) * 90,
      displayWidth: codedWidth,
      displayHeight: codedHeight,
      frameRate: { numerator: 30000 + next(30000), denominator: 1001 },
      variableFrameRate: next(2) === 0,
      interlaced: next(3) === 0,
      transfer: (['sdr', 'pq', 'hlg'] as const)[next(3)] ?? 'sdr',
      keyLeadSeconds: 0,
      colour: decideColour({
        matrix: pickTag('bt709', 'ycgco'),
        primaries: pickTag('bt2020', 'smpte432'),
        transfer: pickTag('iec61966-2-1', 'bt2020-10'),
        range: pickTag('pc', 'tv'),
        pixelFormat,
        codedHeight,
      }),
      ...(next(3) === 0 ? { changesSize: true } : {}),
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

// Words that any argument may consist of; filters are limited to numbers and known names below.
const PLAIN = /^-?[\w:+.,/=()*-]+$/;
const FILTER =
  /^(?:scale|bwdif|zscale|tonemap|format|setpts|settb|fps|tpad|trim|split|framestep|select|setparams|setsar|asetpts|pan|aresample|aformat|adelay|apad|atrim|premultiply|unpremultiply|colorchannelmixer|overlay|pad)(?:=(?:[\w.:=()/|+*-]|\\,)*)?$/;

const POSITIONS = [
  ...(['topLeft', 'top', 'topRight', 'left', 'center'] as const),
  ...(['right', 'bottomLeft', 'bottom', 'bottomRight'] as const),
];

/** Its numbers come from the database, which bounds them; the PNG's size is its own. */
function randomOverlay(): Overlay | null {
  if (next(2) === 0) return null;
  return {
    imageWidth: 1 + next(5000),
    imageHeight: 1 + next(5000),
    position: POSITIONS[next(POSITIONS.length)] ?? 'top',
    sizePercent: next(130) - 10,
    opacityPercent: next(130) - 10,
    marginPercent: next(70) - 10,
  };
}

/** The PNG of an overlay is the only other input: of one format, from a pipe of ours. */
function withoutOverlay(args: string[]): string[] {
  const at = args.indexOf('png_pipe') - 3;
  const input = args.slice(at, at + 10);
  assert.match(
    input.join(' '),
    /^-protocol_whitelist pipe -format_whitelist png_pipe -codec_whitelist png -f png_pipe -i pipe:\d+$/,
  );
  return [...args.slice(0, at), ...args.slice(at + 10)];
}

function checkGrammar(given: string[]): void {
  const args = given.includes('png_pipe') ? withoutOverlay(given) : given;
  const graph = args[args.indexOf('-filter_complex') + 1] ?? '';
  for (const arg of args.filter((word) => word !== graph && !/^\[[va]\d+\]$/.test(word)))
    assert.match(arg, PLAIN);
  for (const chain of graph.split(';')) {
    const filters = chain.replaceAll(/\[(?:0:\d+|1:0|[svabi]\d+|v\d+o)\]/g, '').split(/(?<!\\),/);
    for (const filter of filters) assert.match(filter, FILTER);
  }
  for (const evil of EVIL) assert(!args.includes(evil) || evil === '-i');
  assert.equal(args.filter((word) => word === '-i').length, 1, 'one input');
  for (const output of args.filter((word) => word.startsWith('pipe:')))
    assert.match(output, /^pipe:\d+$/);
  assert(!args.some((word) => /NaN|Infinity|undefined|null/.test(word)), args.join(' '));
  assert(Math.max(...args.map((word) => word.length)) < 128 * 1024, 'which Linux takes');
}

const MODELS = ['classic', 'model-k', 'model-c'] as const;

function listArguments(plan: EncodingPlan): string[][] {
  return listPieces(plan, { deliveryModel: MODELS[next(3)] ?? 'classic' }).map((piece) =>
    buildEncodeArguments(plan, piece, 'file:/source', {
      threads: 1 + next(2),
      canToneMap: true,
      overlay: randomOverlay(),
    }),
  );
}

/** Lists the arguments that show which method was taken: encoders, modes, filters. */
function listMethods(args: readonly string[]): string[] {
  const graph = args[args.indexOf('-filter_complex') + 1] ?? '';
  const filters = /(?:^|[\],])(bwdif|framestep|tonemap|overlay|pad|pan|premultiply|setparams)=/g;
  return [
    ...args.flatMap((word, n) => (/^-c:[va]$/.test(word) ? [args[n + 1] ?? ''] : [])),
    ...[...graph.matchAll(filters)].map(([, name]) => name ?? ''),
    ...[...graph.matchAll(/channel_layouts=([\w.]+)/g)].map(([, name]) => name ?? ''),
  ];
}

const ENCODERS = ['aac', 'libopus', 'libsvtav1', 'libvpx-vp9', 'libx264', 'libx265'];
const FILTERS = [
  'bwdif',
  'framestep',
  'overlay',
  'pad',
  'pan',
  'premultiply',
  'setparams',
  'tonemap',
];
const LAYOUTS = ['5.1', 'mono', 'stereo'];

test('whatever a preset, an overlay or a file says, the arguments stay inside their grammar', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 400; round++) {
    const plan = planStream(randomSource(), randomLadder());
    for (const args of listArguments(plan)) {
      checkGrammar(args);
      for (const way of listMethods(args)) seen.add(way);
    }
    seen.add(plan.video?.timing.mode ?? 'audio alone');
    for (const rendition of plan.video?.renditions ?? []) {
      assert.equal((rendition.width * rendition.height) % 4, 0, '4:2:0 has even sides');
      if (rendition.source === 'encode')
        seen.add(`${rendition.intent.codec} ${rendition.intent.quality.mode}`);
    }
  }
  const modes = CODECS.flatMap((codec) =>
    ['constrained', 'target', 'constantQuality', 'qp'].map((mode) => `${codec} ${mode}`),
  );
  const all = [...ENCODERS, ...FILTERS, ...LAYOUTS, ...modes, 'constant', 'variable'];
  assert.deepEqual([...seen].sort(), all.sort(), 'every way was met');
});

/** A copy of the source's video, so that all others have its key frames and its clock. */
function randomCopy({ video }: SourceProbe): VideoCopy {
  const borders = Array.from({ length: 1 + next(4) }, (_, n) => n * 540_000);
  return {
    trackId: 1,
    streamIndex: 0,
    firstSample: 0,
    frameCount: 300,
    codec: 'avc1.640028',
    timescale: 90_000,
    borders,
    endTick: borders.length * 540_000 - next(200_000),
    keyTicks: borders.flatMap((at) => [at, at + 90_000 + next(200_000)]),
    originSeconds: next(100) / 33,
    frameRate: { numerator: 30_000, denominator: 1001 },
    width: video?.displayWidth ?? 2,
    height: video?.displayHeight ?? 2,
    delayTicks: 0,
    peakBps: 2,
    averageBps: 1,
  };
}

test('beside a copy of the source the arguments stay inside their grammar too', () => {
  let [forced, thinned] = [0, 0];
  for (let round = 0; round < 200; round++) {
    const source = { ...randomSource(), clockJumps: false };
    const copy = { video: randomCopy(source), audio: [] };
    const random = randomLadder();
    // The ladder wants a copy, and nothing forbids it: AV1 can't have its key frames anywhere.
    const video = random.video.filter(({ codec }) => codec !== 'av1');
    const original = { ...DEFAULT_LADDER.video[0], size: { type: 'original', pixels: null } };
    const wanted = { ...random, video: [original as VideoIntent, ...video] };
    const plan = planStream(source, wanted, { copy });
    if (plan.video?.timing.mode === 'sourceKeys') forced += 1;
    const pieces = listPieces(plan, { deliveryModel: 'classic' }).filter(
      ({ kind }) => kind !== 'copy',
    );
    for (const piece of pieces) {
      const settings = { threads: 1, canToneMap: true, overlay: randomOverlay() };
      const args = buildEncodeArguments(plan, piece, 'file:/source', settings);
      checkGrammar(args);
      if (args.some((word) => word.includes('select='))) thinned += 1;
    }
  }
  assert(thinned > 20, 'some leave frames out');
  assert(forced > 150, 'most have the keys of the copy');
});

test('the arguments that decode audio beforehand are plain', () => {
  const plain = (args: string[]): void => {
    for (const arg of args) assert.match(arg, PLAIN);
    for (const evil of EVIL) assert(!args.includes(evil) || evil === '-i');
    assert.equal(args.filter((word) => word === '-i').length, 1, 'one input');
    assert(!args.some((word) => /NaN|Infinity|undefined|null/.test(word)), args.join(' '));
  };
  for (let round = 0; round < 200; round++) {
    const plan = planStream(randomSource(), randomLadder());
    for (const rendition of plan.audio)
      if (rendition.source === 'encode')
        for (const untilSeconds of [Infinity, rendition.track.startSeconds + 12.34])
          plain(
            buildEvenArguments(plan, rendition, untilSeconds, {
              inputUrl: 'file:/source',
              output: '/job/even',
            }),
          );
  }
});

test('a plan that was stored as JSON gives the same arguments', () => {
  for (let round = 0; round < 100; round++) {
    const plan = planStream(randomSource(), randomLadder());
    const stored = JSON.parse(JSON.stringify(plan)) as EncodingPlan;
    assert.deepEqual(stored, plan);
    const before = seed;
    const args = listArguments(plan);
    seed = before;
    assert.deepEqual(listArguments(stored), args);
  }
});

/** A source of more than four hours with a rate that wavers. */
function longSource(): SourceProbe {
  const long = randomSource();
  assert(long.video);
  const ticks = Float64Array.from({ length: 400_000 }, (_, n) => n * 3600 + (n % 3) * 500);
  long.audio = [];
  long.video = {
    ...long.video,
    interlaced: false,
    variableFrameRate: true,
    frameRate: { numerator: 25, denominator: 1 },
    frames: { timeBase: { numerator: 1, denominator: 90000 }, ticks, lastTicks: 3600, exact: true },
    endSeconds: 16_000,
  };
  return { ...long, durationMs: 16_000_000 };
}

test('no arguments of one program exceed what Linux takes, in pieces and as a whole', () => {
  for (const clockJumps of [false, true])
    for (const codec of ['h264', 'hevc', 'vp9', 'av1'] as const) {
      const video = DEFAULT_LADDER.video.map((intent) => ({ ...intent, codec, profile: null }));
      const plan = planStream({ ...longSource(), clockJumps }, { ...DEFAULT_LADDER, video });
      assert.equal(plan.access, clockJumps ? 'whole' : 'seek');
      for (const args of listArguments(plan)) checkGrammar(args);
      assert(JSON.stringify(plan).length < 200_000, 'and the plan is small enough to be stored');
    }
});

test('a codec that this ffmpeg lacks is refused while planning', () => {
  const video = DEFAULT_LADDER.video.map((intent) => ({ ...intent, codec: 'av1' as const }));
  const codecs = new Set(['h264', 'aac']);
  assert.throws(
    () => planStream(randomSource(), { ...DEFAULT_LADDER, video }, { codecs }),
    /no encoder here for av1/,
  );
});
