import { join } from 'node:path';
import { createChildWork } from './child-work.ts';
import type { RewritePicture } from './picture-program.ts';

export type Picture = { bytes: Buffer; width: number; height: number };

export type PictureLimits = {
  /** Above them nothing is decoded. */
  maxPixels: number;
  /** Longest that a decoder may take. */
  limitMs?: number;
  /** Takes GIF too, and writes WebP of at most so many pixels on the longer side. */
  maxSide?: number | null;
};

const LIMIT_MS = 5000;

/** Progressive JPEG files have about ten scans, and each costs a pass over the whole picture. */
const MAX_SCANS = 100;

const rewriteApart = createChildWork<RewritePicture>(
  join(import.meta.dirname, 'picture-program.ts'),
);

/**
 * Rewrites the picture of a PNG or JPEG file (with `maxSide` also the first of a GIF) as PNG or WebP, turned as
 * the file says and without its metadata. Null when it can't be decoded completely in time. Files are decoded
 * one at a time in a child process, which confines one that hangs the decoder or takes it over.
 *
 * @throws AppError unavailable when too many wait already
 */
export async function rewritePicture(
  bytes: Uint8Array,
  { maxPixels, limitMs = LIMIT_MS, maxSide = null }: PictureLimits,
): Promise<Picture | 'tooLarge' | null> {
  const isTaken = isPngOrJpeg(bytes) || (maxSide !== null && beginsWith(bytes, GIF));
  if (!isTaken || hasTooManyScans(bytes)) return null;
  const written = await rewriteApart({ bytes, maxPixels, maxSide }, limitMs);
  if (written === null || typeof written === 'string')
    return written === 'tooLarge' ? 'tooLarge' : null;
  return { ...written, bytes: Buffer.from(written.bytes) };
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const GIF = [...Buffer.from('GIF8')];

/** Looks at the first bytes: the type that a client names is not believed. */
function isPngOrJpeg(bytes: Uint8Array): boolean {
  return beginsWith(bytes, PNG) || beginsWith(bytes, JPEG);
}

function beginsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/**
 * Markers that begin a scan of a JPEG (ITU-T T.81 §B.1.1.3), wherever they stand: what a decoder takes
 * for one depends on how it goes on behind damage. Coded data never holds any.
 */
function hasTooManyScans(bytes: Uint8Array): boolean {
  if (!beginsWith(bytes, JPEG)) return false;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const marker = Buffer.from([0xff, 0xda]);
  let count = 0;
  let at = view.indexOf(marker);
  // No further than it takes: a bomb holds hundreds of thousands.
  while (at !== -1 && count <= MAX_SCANS) {
    count += 1;
    at = view.indexOf(marker, at + 2);
  }
  return count > MAX_SCANS;
}
