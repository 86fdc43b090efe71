import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { type PlannedPiece, listPieces, splitForArrival } from './pieces.ts';
import { planStream } from './plan.ts';
import type { EncodingPlan } from './encoding-plan.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import { videoSource } from './test-source.ts';

function source(seconds: number, more: Partial<SourceProbe> = {}): SourceProbe {
  return {
    ...videoSource(seconds),
    audio: [
      {
        streamIndex: 1,
        codec: 'aac',
        channels: 2,
        channelLayout: 'stereo',
        sampleRate: 48000,
        language: 'tha',
        title: null,
        isDefault: true,
        startSeconds: 0,
        endSeconds: seconds,
      },
    ],
    ...more,
  };
}

const ALL = 'v240 v360 v480 v720';

function describe(pieces: PlannedPiece[]): string[] {
  return pieces.map(
    ({ kind, renditionIds, firstSegment, lastSegment }) =>
      `${kind} ${renditionIds.join(' ')} ${firstSegment}-${lastSegment}`,
  );
}

/** Every segment is in one piece; the lead is also in the first one of all rungs, if that is longer. */
function checkOnce(plan: EncodingPlan, pieces: PlannedPiece[]): void {
  const seen = new Map<string, number>();
  for (const { renditionIds, firstSegment, lastSegment } of pieces)
    for (const id of renditionIds)
      for (let n = firstSegment; n <= lastSegment; n++)
        seen.set(`${id}/${n}`, (seen.get(`${id}/${n}`) ?? 0) + 1);
  const twice = [...seen].filter(([, times]) => times !== 1);
  const isShared = pieces.some(
    ({ renditionIds, firstSegment, lastSegment }) =>
      renditionIds[1] && firstSegment === 1 && lastSegment > 1,
  );
  assert.deepEqual(twice, isShared ? [['v240/1', 2]] : [], 'nothing but the lead is in two pieces');
  const count =
    (plan.video?.renditions.length ?? 0) * plan.grid.borders.length +
    plan.audio.reduce((sum, { borders }) => sum + borders.length, 0);
  assert.equal(seen.size, count, 'and each is in one');
}

test('a minute is the lead, the audio, and all rungs in two', () => {
  assert.deepEqual(
    describe(listPieces(planStream(source(60), DEFAULT_LADDER), { deliveryModel: 'classic' })),
    ['video v240 1-1', 'audio a1 1-10', `video ${ALL} 1-5`, `video ${ALL} 6-10`],
  );
});

test('a video of one segment is its lead and the other rungs, of two also what follows', () => {
  const of = (seconds: number): string[] =>
    describe(listPieces(planStream(source(seconds), DEFAULT_LADDER), { deliveryModel: 'model-k' }));
  const others = 'video v360 v480 v720 1-1';
  assert.deepEqual(of(3), ['video v240 1-1', 'audio a1 1-1', others]);
  assert.deepEqual(of(12), ['video v240 1-1', 'audio a1 1-2', others, `video ${ALL} 2-2`]);
});

test('a single rung follows its lead', () => {
  const plan = planStream(source(60), { ...DEFAULT_LADDER, video: DEFAULT_LADDER.video.slice(-1) });
  const pieces = listPieces(plan, { deliveryModel: 'classic' });
  const [, , ...rest] = describe(pieces);
  assert.deepEqual(rest, ['video v240 2-6', 'video v240 7-10']);
  checkOnce(plan, pieces);
});

test('a short video is cut into pairs, so that two cores end together', () => {
  const lengths = (seconds: number): number[] =>
    listPieces(planStream(source(seconds), DEFAULT_LADDER), { deliveryModel: 'classic' })
      .slice(2)
      .map(({ firstSegment, lastSegment }) => lastSegment - firstSegment + 1);
  assert.deepEqual(lengths(30), [3, 2]);
  assert.deepEqual(lengths(72), [6, 6]);
  assert.deepEqual(lengths(90), [4, 4, 4, 3]);
  assert.deepEqual(lengths(180), [5, 5, 5, 5, 5, 5]);
});

test('a long video has pieces of a minute, and shorter ones for the end', () => {
  const pieces = listPieces(planStream(source(3600), DEFAULT_LADDER), { deliveryModel: 'classic' });
  assert.deepEqual(describe(pieces).slice(1, 4), [
    'audio a1 1-30',
    `video ${ALL} 1-10`,
    'audio a1 31-600',
  ]);
  const lengths = pieces
    .filter(({ kind }, n) => kind === 'video' && n > 0)
    .map(({ firstSegment, lastSegment }) => lastSegment - firstSegment + 1);
  assert.deepEqual(
    lengths.slice(0, 56),
    Array.from({ length: 56 }, () => 10),
  );
  assert.deepEqual(lengths.slice(56), [10, 8, 6, 4, 3, 3, 2, 2, 2]);
});

test('model-c has the lowest rung ahead, and each other rung by itself in pieces of two segments', () => {
  const plan = planStream(source(60), DEFAULT_LADDER);
  const pieces = describe(listPieces(plan, { deliveryModel: 'model-c' }));
  assert.deepEqual(pieces.slice(0, 4), [
    'video v240 1-1',
    'audio a1 1-10',
    'video v240 2-6',
    'video v240 7-10',
  ]);
  assert.deepEqual(pieces.slice(4, 6), ['video v360 1-2', 'video v360 3-4']);
  assert.equal(pieces.length, 4 + 3 * 5);
});

test('audio alone is pieces of audio', () => {
  const plan = planStream(source(30, { video: null }), DEFAULT_LADDER);
  assert.deepEqual(describe(listPieces(plan, { deliveryModel: 'classic' })), ['audio a1 1-5']);
});

test('a source whose clock jumps is one piece, with its audio', () => {
  const plan = planStream(source(60, { kind: 'mpegts', clockJumps: true }), DEFAULT_LADDER);
  assert.deepEqual(describe(listPieces(plan, { deliveryModel: 'model-c' })), [
    `video ${ALL} a1 1-10`,
  ]);
});

test('whatever the length and the model, every segment is in a piece, and only the lead in two', () => {
  for (let seconds = 1; seconds < 900; seconds += 37)
    for (const deliveryModel of ['classic', 'model-k', 'model-c'] as const) {
      const plan = planStream(source(seconds), DEFAULT_LADDER);
      checkOnce(plan, listPieces(plan, { deliveryModel }));
    }
});

test('a track outside of its duration condition is left out, but never the last', () => {
  const long = { minimumSeconds: 60, maximumSeconds: null };
  const [first, ...others] = DEFAULT_LADDER.video;
  assert(first);
  const ids = (video: typeof DEFAULT_LADDER.video, seconds: number): string[] =>
    planStream(source(seconds), { ...DEFAULT_LADDER, video }).video?.renditions.map(
      ({ id }) => id,
    ) ?? [];
  const conditional = [{ ...first, duration: long }, ...others.slice(1)];
  assert.deepEqual(ids(conditional, 59), ['v480', 'v360', 'v240']);
  assert.deepEqual(ids(conditional, 60), ['v720', 'v480', 'v360', 'v240']);
  const all = DEFAULT_LADDER.video.map((intent) => ({ ...intent, duration: long }));
  assert.deepEqual(ids(all, 10), ['v240']);
});

test('audio variants name tracks by their place; others keep what the file says', () => {
  const [track] = source(10).audio;
  assert(track);
  const audio = ['tha', null, 'eng', 'tha'].map((language, n) => ({
    ...track,
    language,
    streamIndex: n + 1,
  }));
  const audioVariants = [
    { name: 'ไทย', languageCode: 'tha', isAudioDescription: false },
    { name: 'เสียงบรรยายภาพ', languageCode: 'tha', isAudioDescription: true },
  ];
  const plan = planStream(source(10, { audio }), { ...DEFAULT_LADDER, audioVariants });
  assert.deepEqual(
    plan.audio.map((planned) => [
      planned.track.streamIndex,
      planned.name,
      planned.languageCode,
      planned.isAudioDescription,
    ]),
    [
      [1, 'ไทย', 'tha', false],
      [2, 'เสียงบรรยายภาพ', 'tha', true],
      [3, '', 'eng', false],
    ],
  );
});

test('parts of audio follow each other without a hole, and cost at most twice the whole', () => {
  for (let lastSegment = 1; lastSegment <= 1500; lastSegment++) {
    const audioPiece = {
      kind: 'audio' as const,
      renditionIds: ['a1'],
      firstSegment: 1,
      lastSegment,
    };
    const parts = splitForArrival([audioPiece]);
    let next = 1;
    for (const part of parts) {
      assert.equal(part.firstSegment, next);
      next = part.lastSegment + 1;
    }
    assert.equal(next, lastSegment + 1);
    assert(parts[0] && parts[0].lastSegment <= 2, 'the first is what a viewer waits for');
    const cost = parts.reduce((sum, part) => sum + part.lastSegment, 0);
    assert(cost <= 2 * lastSegment + 2, `${cost} for ${lastSegment}`);
  }
});

test('a film’s audio behind its beginning is cut where its own parts end', () => {
  const audioPiece = { kind: 'audio' as const, renditionIds: ['a1'], firstSegment: 31 };
  const cut = (lastSegment: number) => describe(splitForArrival([{ ...audioPiece, lastSegment }]));
  assert.deepEqual(cut(600), [
    'audio a1 31-37',
    'audio a1 38-75',
    'audio a1 76-150',
    'audio a1 151-300',
    'audio a1 301-600',
  ]);
  assert.deepEqual(cut(31), ['audio a1 31-31']);
});

test('a copy is split into its segments, audio into parts that grow, video is not', () => {
  const video = { kind: 'video', renditionIds: ['v240'], firstSegment: 1, lastSegment: 5 } as const;
  const audioPiece = {
    kind: 'audio',
    renditionIds: ['a1'],
    firstSegment: 1,
    lastSegment: 9,
  } as const;
  const copy = { kind: 'copy', renditionIds: ['v720'], firstSegment: 1, lastSegment: 3 } as const;
  const pieces = splitForArrival([
    { ...copy, renditionIds: ['v720'] },
    { ...audioPiece, renditionIds: ['a1'] },
    { ...video, renditionIds: ['v240'] },
  ]);
  assert.deepEqual(
    pieces.map(({ kind, firstSegment, lastSegment }) => [kind, firstSegment, lastSegment]),
    [
      ['copy', 1, 1],
      ['copy', 2, 2],
      ['copy', 3, 3],
      ['audio', 1, 2],
      ['audio', 3, 4],
      ['audio', 5, 9],
      ['video', 1, 5],
    ],
  );
});
