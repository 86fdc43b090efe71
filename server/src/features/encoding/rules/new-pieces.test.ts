import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedPiece } from '@kinora/media/plan/pieces';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';
import { toOutputs } from './outputs.ts';
import { dueAfterMs, isEncoded, isExpress, type PieceKind } from '../../pieces/rules/pieces.ts';
import { toNewPieces } from './new-pieces.ts';

const kinds: PieceKind[] = ['copy', 'video', 'audio', 'cover', 'storyboard', 'progressive'];
const minute = 60_000;

test('only video and audio are encoded', () => {
  assert.deepEqual(kinds.filter(isEncoded), ['video', 'audio']);
});

test('a video of three minutes is short, and of a longer one the opening is in haste', () => {
  const isIn = (kind: PieceKind, position: number, durationMs: number, firstSegment = 2) =>
    isExpress({ kind, firstSegment }, position, durationMs);
  for (const kind of ['copy', 'video', 'audio', 'cover'] as const) {
    assert.equal(isIn(kind, 5, 3 * minute), true, kind);
  }
  for (const kind of ['storyboard', 'progressive'] as const) {
    assert.equal(isIn(kind, 0, minute), false, kind);
    assert.equal(isIn(kind, 0, 60 * minute, 1), false, kind);
  }
  const longer = 3 * minute + 1;
  assert.deepEqual([isIn('video', 0, longer), isIn('video', 1, longer)], [true, false]);
  assert.deepEqual([isIn('audio', 0, longer), isIn('audio', 0, longer, 1)], [false, true]);
  assert.deepEqual([isIn('copy', 3, longer), isIn('cover', 3, longer)], [true, true]);
});

test('a piece is due after the length of its video, extras after twice that', () => {
  const due = kinds.map((kind) => dueAfterMs(1000, kind));
  assert.deepEqual(due, [1000, 1000, 1000, 1000, 2000, 2000]);
});

const planOf = (...renditions: [id: string, source: 'encode' | 'copy'][]) => {
  const video = { renditions: renditions.map(([id, source]) => ({ id, source })) };
  return { video: renditions.length > 0 ? video : null } as unknown as EncodingPlan;
};
const piece = (kind: PlannedPiece['kind'], ids: string[], firstSegment = 1): PlannedPiece => ({
  kind,
  renditionIds: ids,
  firstSegment,
  lastSegment: firstSegment,
});
const classic = {
  deliveryModel: 'classic',
  backgroundCompletion: 'whenIdle',
  encrypts: false,
  isWithheld: false,
  hasPicture: true,
} as const;
const plan = planOf(['v1080', 'copy'], ['v720', 'encode'], ['v360', 'encode']);
const sound = piece('audio', ['a1']);
const pieces = [
  piece('video', ['v360']),
  piece('video', ['v720'], 2),
  sound,
  piece('audio', ['a1'], 2),
  piece('copy', ['v1080'], 3),
];
const told = ({ list }: ReturnType<typeof toNewPieces>) =>
  list.map(({ kind, renditionIds, firstSegment, lastSegment, when }) =>
    [kind, ...renditionIds, `${firstSegment}-${lastSegment}`, ...(when ? [when] : [])].join(' '),
  );

test('the pieces that open a stream come first, then its cover, the rest and the storyboard', () => {
  const made = toNewPieces(pieces, plan, classic);
  assert.deepEqual(made.onDemandIds, []);
  assert.deepEqual(told(made), [
    'video v360 1-1',
    'audio a1 1-1',
    'copy v1080 3-3',
    'cover 1-1',
    'video v720 2-2',
    'audio a1 2-2',
    'storyboard 1-1',
  ]);
});

test('a storyboard is made neither of audio nor of an encrypted stream', () => {
  const kindsOf = (made: ReturnType<typeof toNewPieces>) => made.list.map(({ kind }) => kind);
  assert.ok(
    !kindsOf(toNewPieces(pieces, plan, { ...classic, encrypts: true })).includes('storyboard'),
  );
  assert.deepEqual(kindsOf(toNewPieces([sound], planOf(), classic)), ['audio', 'cover']);
});

test('the cover of audio alone comes last, unless a picture is attached', () => {
  const audio = [sound, piece('audio', ['a1'], 2)];
  const alone = toNewPieces(audio, planOf(), { ...classic, hasPicture: false });
  assert.deepEqual(told(alone), ['audio a1 1-1', 'audio a1 2-2', 'cover 1-1']);
  assert.equal(alone.list.at(-1)?.isWaveform, true);
  const pictured = told(toNewPieces(audio, planOf(), classic));
  assert.deepEqual(pictured, ['audio a1 1-1', 'cover 1-1', 'audio a1 2-2']);
});

test('in the third model all encoded renditions but the lowest wait to be requested', () => {
  const onDemand = { ...classic, deliveryModel: 'model-c' } as const;
  const made = toNewPieces(pieces, plan, onDemand);
  assert.deepEqual(made.onDemandIds, ['v720']);
  assert.deepEqual(told(made)[4], 'video v720 2-2 whenIdle');
  assert.equal(told(made).filter((text) => text.includes('when')).length, 1);
  const never = toNewPieces(pieces, plan, { ...onDemand, backgroundCompletion: 'never' });
  assert.deepEqual(told(never)[4], 'video v720 2-2 whenRequested');
  assert.deepEqual(toNewPieces([sound], planOf(), onDemand).onDemandIds, []);
  const withheld = { ...onDemand, backgroundCompletion: 'never', isWithheld: true } as const;
  const all = toNewPieces(pieces, plan, withheld);
  assert.deepEqual(all.onDemandIds, [], 'nobody is let in who could request them');
  assert.equal(told(all).filter((text) => text.includes('when')).length, 0);
});

test('outputs are named by the shorter side, video before audio', () => {
  const video = { id: 'v', codec: 'avc1', width: 720, height: 1280 };
  const audio = { id: 'a', codec: 'mp4a', name: 'Thai', languageCode: 'tha' };
  const stream = { video: [video], audio: [audio] };
  assert.deepEqual(toOutputs(stream as unknown as Parameters<typeof toOutputs>[0]), [
    {
      renditionId: 'v',
      type: 'video',
      name: '720p',
      codec: 'avc1',
      width: 720,
      height: 1280,
      languageCode: null,
    },
    {
      renditionId: 'a',
      type: 'audio',
      name: 'Thai',
      codec: 'mp4a',
      width: null,
      height: null,
      languageCode: 'tha',
    },
  ]);
});
