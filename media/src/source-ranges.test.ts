import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { extractCover } from './images/cover.ts';
import { DEFAULT_LADDER } from './test-ladder.ts';
import { openByteSource, walkFile } from './mp4/mp4-file.ts';
import { type Mp4Index, readMp4IndexFile } from './mp4/mp4-index.ts';
import { listPieces } from './plan/pieces.ts';
import { planStream } from './plan/plan.ts';
import { probeArriving, probeSource } from './probe/probe.ts';
import {
  type ByteRange,
  listCoverRanges,
  listOpeningRanges,
  listPieceRanges,
} from './source-ranges.ts';
import { X264, encodePieces, makeClip, testVideo, testFolder, tone } from './test-clips.ts';
import { findMediaTools } from './cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const SECONDS = 60;
const shown = `${testVideo('128x96', '25', SECONDS)} ${tone(SECONDS)}`;

const clips: Record<string, string> = {
  'index first.mp4': `${shown} ${X264} -bf 3 -g 150 -c:a aac -movflags +faststart`,
  'index last.mp4': `${shown} -c:v libx265 -preset ultrafast -x265-params log-level=error -g 120 -c:a aac`,
  // A track with the time of day, and audio without packets.
  'editor.mov': `${shown} -c:v mjpeg -q:v 9 -pix_fmt yuvj420p -timecode 10:00:00:00 -c:a pcm_s16le`,
  // Key frames of the tracks lie apart, and audio begins late.
  'two cameras.mp4':
    `${testVideo('128x96', '25', SECONDS)} ${testVideo('160x120', '25', SECONDS)} ` +
    `-itsoffset 2.5 ${tone(SECONDS - 3)} -map 0 -map 1 -map 2 ${X264} -bf 2 ` +
    `-g:v:0 150 -g:v:1 200 -c:a aac`,
};

/** A copy with junk wherever nothing was requested. */
async function makeCopy(
  path: string,
  index: Mp4Index,
  ranges: readonly ByteRange[],
): Promise<{ path: string; share: number }> {
  const bytes = await readFile(path);
  const copy = Buffer.alloc(bytes.length, 0xa5);
  await using source = await openByteSource(path);
  const heads: ByteRange[] = [];
  for await (const { start } of walkFile(source)) heads.push({ start, end: start + 16 });
  for (const { start, end } of [...ranges, index.moov, ...heads])
    bytes.copy(copy, start, start, Math.min(end, bytes.length));
  const name = join(folder, 'copy');
  await writeFile(name, copy);
  const held = copy.reduce((sum, byte, n) => sum + Number(byte !== 0xa5 || bytes[n] === 0xa5), 0);
  return { path: name, share: held / bytes.length };
}

for (const [name, args] of Object.entries(clips)) {
  test(`pieces of "${name}" are alike when only what they need is there`, async () => {
    const path = await makeClip(folder, name, args);
    const index = await readMp4IndexFile(path);
    assert(index);
    const probe = await probeSource(tools, path);
    const opening = listOpeningRanges(index);
    assert(opening);
    const opened = await makeCopy(path, index, opening);
    assert(opened.share < 0.4, `${opened.share} to be probed`);
    const totalBytes = index.sizeBytes;
    const arriving = { arrivedBytes: Infinity, totalBytes };
    assert.deepEqual(await probeArriving(tools, opened.path, arriving), probe);

    const plan = planStream(probe, DEFAULT_LADDER);
    const [lowest] = listPieces(plan, { deliveryModel: 'classic' });
    assert(lowest?.kind === 'video');
    const last = plan.grid.borders.length;
    const at = (first: number, until: number) => ({
      ...lowest,
      firstSegment: first,
      lastSegment: until,
    });
    const audioPieces = plan.audio.map(({ id }) => ({
      kind: 'audio' as const,
      renditionIds: [id],
      firstSegment: 1,
      lastSegment: 2,
    }));
    const pieces = [
      lowest,
      at(2, 3),
      at(5, 6),
      at(last - 1, last - 1),
      at(last, last),
      ...audioPieces,
    ];
    for (const piece of pieces) {
      const ranges = listPieceRanges(index, plan, piece);
      assert(ranges);
      const copy = await makeCopy(path, index, ranges);
      assert(copy.share < 0.8, `${copy.share} for ${piece.kind} ${piece.firstSegment}`);
      const made = await encodePieces(tools, plan, [piece], copy.path);
      const wanted = await encodePieces(tools, plan, [piece], path);
      assert(isDeepStrictEqual(made, wanted), `${piece.kind} ${piece.firstSegment}`);
    }
    const ranges = listCoverRanges(index, probe);
    assert(ranges);
    const copy = await makeCopy(path, index, ranges);
    const covers = await extractCover(tools, copy.path, probe);
    assert(isDeepStrictEqual(covers, await extractCover(tools, path, probe)), 'covers');
  });
}

test('a piece that reads all of a file has no ranges', async () => {
  const path = await makeClip(folder, 'audio.mp4', `${tone(400)} -c:a aac -b:a 32k`);
  const index = await readMp4IndexFile(path);
  assert(index);
  const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
  const [first, second] = listPieces(plan, { deliveryModel: 'classic' });
  assert(first && second);
  const bytes = (ranges: ByteRange[] | null) => Math.max(...(ranges ?? []).map(({ end }) => end));
  const { samples } = index.tracks[0] ?? {};
  const end = (samples?.offset.at(-1) ?? 0) + (samples?.size.at(-1) ?? 0);
  assert.equal(bytes(listPieceRanges(index, plan, second)), end);
  assert(bytes(listPieceRanges(index, plan, first)) < end * 0.6);
  const edits = [
    { duration: 100, mediaTime: 0, rate: 1 },
    { duration: 100, mediaTime: 500, rate: 1 },
  ];
  const cut = { ...index, tracks: index.tracks.map((track) => ({ ...track, edits })) };
  assert.equal(listPieceRanges(cut, plan, first), null, 'nor what is put together by edits');
});

test('the cover of audio alone is made of all of the file', async () => {
  const path = await makeClip(folder, 'talk.mp4', `${tone(30)} -c:a aac`);
  const index = await readMp4IndexFile(path);
  assert(index);
  assert.equal(listCoverRanges(index, await probeSource(tools, path)), null);
});

test('a file scattered over a million places is fetched whole', async () => {
  const path = await makeClip(folder, 'short.mp4', `${tone(1)} -c:a aac`);
  const index = await readMp4IndexFile(path);
  const [track] = index?.tracks ?? [];
  assert(index && track?.samples);
  const count = 1_000_000;
  const samples = {
    ...track.samples,
    count,
    size: new Uint32Array(count),
    dts: new Float64Array(count + 1),
    offset: Float64Array.from({ length: count }, (_, n) => (n % 2) * 1e9 + n),
  };
  assert.equal(listOpeningRanges({ ...index, tracks: [{ ...track, samples }] }), null);
});
