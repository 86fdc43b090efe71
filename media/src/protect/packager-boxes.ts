import { type Box, readBoxes, writeBox } from '../mp4/boxes.ts';

/** A whole `pssh` box of an init segment in base64, with its DRM system. */
export type PsshBox = { system: 'clearkey' | 'widevine' | 'playready'; data: string };

// https://dashif.org/identifiers/content_protection/
const SYSTEMS: Readonly<Record<string, PsshBox['system']>> = {
  '1077efecc0b24d02ace33c1e52e2fb4b': 'clearkey',
  edef8ba979d64acea3c827dcd51d21ed: 'widevine',
  '9a04f07998404286ab92e65be0885f95': 'playready',
};

/** Reads the `pssh` boxes of an init segment (ISO/IEC 23001-7 §8.1). */
export function readPssh(init: Buffer): PsshBox[] {
  const moov = readBoxes(init).find(({ type }) => type === 'moov');
  return readBoxes(moov?.body ?? Buffer.alloc(0)).flatMap((box) => {
    const system = box.type === 'pssh' ? SYSTEMS[box.body.toString('hex', 4, 20)] : undefined;
    return system ? [{ system, data: writeWhole(box).toString('base64') }] : [];
  });
}

/** Puts another common `pssh` box (version 1 of W3C's EME, which names keys) in place of an init segment's own. */
export function replaceCommonPssh(init: Buffer, box: Buffer): Buffer {
  return rewrite(init, ({ type, body }) => {
    const system = type === 'pssh' ? SYSTEMS[body.toString('hex', 4, 20)] : undefined;
    return system === 'clearkey' ? box.subarray(8) : body;
  });
}

/** Writes the box with its own header. */
function writeWhole({ type, body }: Box): Buffer {
  return writeBox(type, body);
}

/**
 * Removes from the packager's init segment whatever depends on when and on which segments it ran:
 * times of creation, duration, its own name. An edit list stays only where the clear track had one,
 * so that nothing is moved in time.
 */
export function normaliseInit(packaged: Buffer, clear: Buffer): Buffer {
  const keepsEdits = hasEditList(clear);
  return rewrite(packaged, ({ type, body }) => {
    if (type === 'mehd' || type === 'meta' || (type === 'edts' && !keepsEdits)) return null;
    if (type !== 'mvhd' && type !== 'tkhd' && type !== 'mdhd') return body;
    const timeless = Buffer.from(body);
    // Version 1 has creation and modification times of 8 bytes each, version 0 of 4.
    timeless.fill(0, 4, body[0] === 1 ? 20 : 12);
    return timeless;
  });
}

const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'mvex', 'moof']);

/** Rewrites every box below the known parents with the body from `change`; null leaves it out. */
function rewrite(bytes: Buffer, change: (box: Box) => Buffer | null): Buffer {
  const boxes = readBoxes(bytes).flatMap((box) => {
    const body = PARENTS.has(box.type) ? rewrite(box.body, change) : change(box);
    return body ? [writeBox(box.type, body)] : [];
  });
  return Buffer.concat(boxes);
}

function hasEditList(init: Buffer): boolean {
  let found = false;
  rewrite(init, ({ type, body }) => {
    found ||= type === 'edts';
    return body;
  });
  return found;
}

/** Reads the sequence number of a segment's first fragment; 1 when it has none. */
export function readFirstSequence(segment: Buffer): number {
  const moof = readBoxes(segment).find(({ type }) => type === 'moof');
  const mfhd = moof && readBoxes(moof.body).find(({ type }) => type === 'mfhd');
  return mfhd ? mfhd.body.readUInt32BE(4) : 1;
}

/**
 * Numbers a segment's fragments from `first` on, in place. The packager begins at 1 in every run;
 * ISO/IEC 14496-12 §8.8.5 wants numbers that rise over the whole track.
 */
export function renumberFragments(segment: Buffer, first: number): void {
  let sequence = first;
  for (const box of readBoxes(segment)) {
    if (box.type !== 'moof') continue;
    const mfhd = readBoxes(box.body).find(({ type }) => type === 'mfhd');
    mfhd?.body.writeUInt32BE(sequence, 4);
    sequence += 1;
  }
}
