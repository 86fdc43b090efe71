import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type Decipheriv,
} from 'node:crypto';
import { type Box, findBox, readBoxes, readFragment } from '../mp4/boxes.ts';
import type { ContentKey } from './content-key.ts';
import { giveBack } from './give-back.ts';
import { WrongKeyError } from './replace-key.ts';

/** How a track is encrypted: its key, the IV that all its samples share, and the pattern. */
type Locking = ContentKey & { iv: Buffer };

const BLOCK = 16;

/**
 * Encrypts the packager's tracks (`cbcs`, ISO/IEC 23001-7 §10.4) with another key, in place: sizes, borders,
 * times and clear bytes stay. The result is the same as the packager's from the clear track with that key.
 */
export type KeyReplacement = {
  /** Names the new key where the old one is named, in the boxes of the DRM systems too. */
  init(init: Buffer): Buffer;
  /**
   * Changes the bytes in place.
   *
   * @throws RangeError for anything but a segment of the track
   */
  segment(bytes: Buffer): void;
};

/**
 * @param init of the track as it is encrypted now
 * @throws WrongKeyError when it names another key than `before`
 */
export function openKeyReplacement(
  init: Buffer,
  { before, after }: { before: ContentKey; after: Locking },
): KeyReplacement {
  const track = readProtection(init);
  if (!track?.keyId.equals(before.keyId)) throw new WrongKeyError('the track names another key');
  const { pattern, iv, perSampleIv } = track;
  if (perSampleIv !== 0 || iv.length !== BLOCK)
    throw new RangeError('the track has no constant IV');
  // Node looks at raw bytes for longer than it takes to encrypt a sample with them.
  const [old, next] = [createSecretKey(before.key), createSecretKey(after.key)];
  return {
    init: (bytes) => renameKey(bytes, { before, after }),
    segment: (bytes) => {
      const open = createDecipheriv('aes-128-cbc', old, iv).setAutoPadding(false);
      const lock = createCipheriv('aes-128-cbc', next, after.iv).setAutoPadding(false);
      replaceRanges([...listSubsamples(bytes)], pattern, { open, lock, iv, nextIv: after.iv });
    },
  };
}

type Pattern = { crypt: number; skip: number };

/** Reads the `tenc` box (ISO/IEC 23001-7 §8.2). Null for a track in the clear. */
function readProtection(init: Buffer) {
  const tenc = findTenc(init);
  if (!tenc) return null;
  const { body } = tenc;
  const blocks = body.readUInt8(5);
  return {
    pattern: { crypt: blocks >> 4, skip: blocks & 15 },
    perSampleIv: body.readUInt8(7),
    keyId: body.subarray(8, 24),
    iv: body.subarray(25, 25 + (body[24] ?? 0)),
  };
}

/** A sample description's own fields, before its boxes (ISO/IEC 14496-12 §12.1.3 and §12.2.3). */
const FIELDS: Readonly<Record<string, number>> = { encv: 78, enca: 28 };

function findTenc(init: Buffer): Box | null {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && readBoxes(stsd.body.subarray(8)).find(({ type }) => type in FIELDS);
  if (!entry) return null;
  const boxes = entry.body.subarray(FIELDS[entry.type] ?? 0);
  const sinf = readBoxes(boxes).find(({ type }) => type === 'sinf');
  const schi = sinf && readBoxes(sinf.body).find(({ type }) => type === 'schi');
  return (schi && readBoxes(schi.body).find(({ type }) => type === 'tenc')) ?? null;
}

function renameKey(
  init: Buffer,
  { before, after }: { before: ContentKey; after: Locking },
): Buffer {
  const made = Buffer.from(init);
  after.iv.copy(findTenc(made)?.body ?? made, 25);
  // Widevine's and W3C's boxes name a key by its bytes; PlayReady's by a GUID in base64 and UTF-16.
  for (const write of [(keyId: Buffer) => keyId, nameForPlayReady]) {
    const [old, next] = [write(before.keyId), write(after.keyId)];
    for (let at = made.indexOf(old); at >= 0; at = made.indexOf(old, at + old.length))
      next.copy(made, at);
  }
  return made;
}

/** A GUID's first three numbers are little-endian (PlayReady Header Object, KID). */
function nameForPlayReady(keyId: Buffer): Buffer {
  const guid = Buffer.concat([
    keyId.subarray(0, 4).toReversed(),
    keyId.subarray(4, 6).toReversed(),
    keyId.subarray(6, 8).toReversed(),
    keyId.subarray(8),
  ]);
  return Buffer.from(guid.toString('base64'), 'utf16le');
}

/** Lists the protected ranges of a segment; each begins with the IV. */
function* listSubsamples(segment: Buffer): Generator<Buffer> {
  const boxes = readBoxes(segment);
  for (const [n, moof] of boxes.entries()) {
    if (moof.type !== 'moof') continue;
    const mdat = boxes[n + 1];
    if (mdat?.type !== 'mdat') throw new RangeError('a fragment without media');
    const { samples } = readFragment(moof.body);
    const senc = findBox(moof.body, ['traf', 'senc']);
    const readRanges = senc && openSubsamples(senc.body, samples.length);
    let at = 0;
    for (const { size } of samples) {
      const sample = mdat.body.subarray(at, at + size);
      if (sample.length < size) throw new RangeError('a sample leaves its fragment');
      if (readRanges) yield* readRanges(sample);
      else yield sample;
      at += size;
    }
  }
}

/** `senc` (ISO/IEC 23001-7 §7.2): of each sample how much is clear, and protected, in turn. */
function openSubsamples(body: Buffer, count: number): (sample: Buffer) => Generator<Buffer> {
  const hasSubsamples = (body.readUInt32BE(0) & 2) !== 0;
  if (body.readUInt32BE(4) !== count) throw new RangeError('senc names other samples');
  let at = 8;
  return function* read(sample) {
    if (!hasSubsamples) {
      yield sample;
      return;
    }
    const ranges = body.readUInt16BE(at);
    at += 2;
    let from = 0;
    for (let n = 0; n < ranges; n += 1, at += 6) {
      from += body.readUInt16BE(at);
      const to = from + body.readUInt32BE(at + 2);
      if (to > sample.length) throw new RangeError('a range leaves its sample');
      yield sample.subarray(from, to);
      from = to;
    }
  };
}

type Ciphers = { open: Decipheriv; lock: Cipheriv; iv: Buffer; nextIv: Buffer };

/**
 * Changes the encrypted blocks of ranges. Each range is a chain of its own that begins with the IV, but a cipher
 * for each would cost more than its blocks. So one goes on through all of them: a block of CBC is opened by the
 * one before it, and the IV stands there as such; and a block is locked together with what was locked before it,
 * which the first of a range is given beforehand so that it cancels out.
 */
function replaceRanges(ranges: readonly Buffer[], pattern: Pattern, ciphers: Ciphers): void {
  const { open, lock, iv, nextIv } = ciphers;
  const sizes = ranges.map(({ length }) => measureLocked(length, pattern));
  const locked = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + BLOCK + size, 0));
  let at = 0;
  for (const [n, range] of ranges.entries()) {
    iv.copy(locked, at);
    copyRuns(range, locked, at + BLOCK, pattern, false);
    at += BLOCK + (sizes[n] ?? 0);
  }
  const clear = open.update(locked);
  let before = nextIv;
  at = 0;
  for (const [n, range] of ranges.entries()) {
    const size = sizes[n] ?? 0;
    const blocks = clear.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + size;
    if (size === 0) continue;
    for (let k = 0; k < BLOCK; k += 1)
      blocks[k] = (blocks[k] ?? 0) ^ (nextIv[k] ?? 0) ^ (before[k] ?? 0);
    const made = lock.update(blocks);
    copyRuns(range, made, 0, pattern, true);
    before = made.subarray(size - BLOCK);
  }
  giveBack(locked);
  giveBack(clear);
}

/** Counts the encrypted bytes of a range: `crypt` of every `crypt + skip` whole blocks, or all without a pattern. */
function measureLocked(length: number, { crypt, skip }: Pattern): number {
  const whole = length - (length % BLOCK);
  if (crypt === 0 || skip === 0) return whole;
  const [run, step] = [crypt * BLOCK, (crypt + skip) * BLOCK];
  return Math.floor(whole / step) * run + Math.min(whole % step, run);
}

/** Copies the encrypted blocks of a range behind one another into `blocks`, or back. */
function copyRuns(
  range: Buffer,
  blocks: Buffer,
  from: number,
  { crypt, skip }: Pattern,
  isBack: boolean,
): void {
  const whole = range.length - (range.length % BLOCK);
  const hasPattern = crypt !== 0 && skip !== 0;
  const run = hasPattern ? crypt * BLOCK : whole;
  const step = hasPattern ? run + skip * BLOCK : whole;
  let place = from;
  for (let at = 0; at < whole; at += step) {
    const end = Math.min(at + run, whole);
    // For a block or two a loop takes less than a call of `copy`.
    for (let k = at; k < end; k += 1, place += 1) {
      if (isBack) range[k] = blocks[place] ?? 0;
      else blocks[place] = range[k] ?? 0;
    }
  }
}
