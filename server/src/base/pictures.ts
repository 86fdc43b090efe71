import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from './errors.ts';
import type { FromPictures, ToPictures } from './picture-program.ts';

export type Picture = { bytes: Buffer; width: number; height: number };

type Limits = {
  /** Above them nothing is decoded. */
  maxPixels: number;
  /** Longest that a decoder may take. */
  limitMs?: number;
  /** Takes GIF too, and writes WebP of at most so many pixels on the longer side. */
  maxSide?: number | null;
};

/** So many wait beside the one that is being decoded; later ones get 503 and may try again. */
const MAX_WAITING = 4;

const LIMIT_MS = 5000;
/** Loading takes a fifth of a second; on a machine that is this late, something else is wrong. */
const START_LIMIT_MS = 30_000;

/** A third of a core's time where requests want all of it, so that a picture still comes in time. */
const NICENESS = 5;

/** Programs that write JPEG in progressive scans make about ten, each of which is a whole pass. */
const MAX_SCANS = 100;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The picture of a PNG or JPEG file (with `maxSide` also the first one of a GIF) written anew as PNG or
 * WebP, turned as the file says, without anything else that the file carries. Null when it can't be decoded whole and soon. Decoded one at a time in a
 * process of its own: a file that keeps its decoder busy, or takes it over, has no part in ours.
 *
 * @throws AppError unavailable when too many wait already
 */
export async function rewritePicture(
  bytes: Uint8Array,
  { maxPixels, limitMs = LIMIT_MS, maxSide = null }: Limits,
): Promise<Picture | 'tooLarge' | null> {
  const isTaken = isPngOrJpeg(bytes) || (maxSide !== null && beginsWith(bytes, GIF));
  if (!isTaken || hasTooManyScans(bytes)) return null;
  if (waiting > MAX_WAITING) throw new AppError('unavailable');
  waiting += 1;
  const turn = last.then(() => decodeApart(bytes, { maxPixels, limitMs, maxSide }));
  last = turn.catch(() => undefined);
  return turn.finally(() => (waiting -= 1));
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

async function decodeApart(
  bytes: Uint8Array,
  { maxPixels, limitMs, maxSide }: Required<Limits>,
): Promise<Picture | 'tooLarge' | null> {
  const child = fork(join(import.meta.dirname, 'picture-program.ts'), {
    serialization: 'advanced',
    // None of our secrets, and no flags that are for us.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Requests come first; before it has threads, which take after it.
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  const gone = Promise.withResolvers<void>();
  child.once('exit', () => gone.resolve());
  // It could not be started, or was gone when a message was sent.
  child.on('error', () => gone.resolve());
  const answers = openAnswers(child, gone.promise);
  try {
    const isReady = (await answers(START_LIMIT_MS))?.type === 'ready';
    if (!isReady) throw new Error('the program that decodes pictures did not start');
    child.send({ bytes, maxPixels, maxSide } satisfies ToPictures);
    const answer = await answers(limitMs);
    if (answer?.type === 'picture')
      return { ...answer.picture, bytes: Buffer.from(answer.picture.bytes) };
    return answer?.type === 'tooLarge' ? 'tooLarge' : null;
  } finally {
    child.kill('SIGKILL');
    await gone.promise;
  }
}

/** @returns a function that waits for the next message; null when the process ends or is late */
function openAnswers(
  child: ChildProcess,
  gone: Promise<void>,
): (limitMs: number) => Promise<FromPictures | null> {
  let next = Promise.withResolvers<FromPictures | null>();
  child.on('message', (message: FromPictures) => next.resolve(message));
  return async (limitMs) => {
    const late = new AbortController();
    const end = sleep(limitMs, null, { signal: late.signal }).catch(() => null);
    const answer = await Promise.race([next.promise, gone.then(() => null), end]);
    late.abort();
    next = Promise.withResolvers();
    return answer;
  };
}
