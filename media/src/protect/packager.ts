import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodeError } from '../cage/errors.ts';
import { type DrmSystem, type Protection, BATCH_FILES } from './packager-arguments.ts';
import {
  type PsshBox,
  readFirstSequence,
  normaliseInit,
  readPssh,
  renumberFragments,
} from './packager-boxes.ts';
import { runPackager } from './packager-run.ts';
import type { MediaTools } from '../cage/tools.ts';
import type { ContentKey } from './content-key.ts';

export type TrackJob = {
  kind: 'video' | 'audio';
  /** the track's init segment, clear to encrypt, protected to decrypt */
  init: Buffer;
  /** whole segments in order; any part of the track, its init and bytes come out the same */
  segments: Iterable<Buffer> | AsyncIterable<Buffer>;
  /** number of the first of `segments`; default 1 */
  firstNumber?: number;
  /** parent of the temporary folder; default the system's */
  tempFolder?: string;
  signal?: AbortSignal | undefined;
};

export type PackagedPart =
  /** comes first; `pssh` is empty for a track that was decrypted */
  | { type: 'init'; bytes: Buffer; pssh: PsshBox[] }
  | { type: 'segment'; number: number; bytes: Buffer };

/**
 * Encrypts a track by `cbcs` (ISO/IEC 23001-7 §10.4) with shaka-packager: same segments, same
 * borders, same times, a fragment per key frame, no clear lead; signalled to `systems`. The key is
 * in no argument, no name and no file that has a name. At most some 130 MB lie in the temporary
 * folder at a time.
 * Throws EncodeError, MediaToolsError where there is no packager, the source's own error, or the
 * signal's reason.
 */
export function packageTrack(
  tools: MediaTools,
  job: TrackJob & { iv: Buffer; key: ContentKey; systems: readonly DrmSystem[] },
): AsyncGenerator<PackagedPart, void, undefined> {
  const { iv, key, systems } = job;
  return convertTrack(tools, job, { action: 'encrypt', iv, key, systems });
}

/** Decrypts a protected track into its clear init and segments. Throws as packageTrack does. */
export function decryptTrack(
  tools: MediaTools,
  job: TrackJob & { key: ContentKey },
): AsyncGenerator<PackagedPart, void, undefined> {
  return convertTrack(tools, job, { action: 'decrypt', key: job.key });
}

async function* convertTrack(
  tools: MediaTools,
  job: TrackJob,
  protection: Protection,
): AsyncGenerator<PackagedPart, void, undefined> {
  checkSizes(protection);
  const folder = await mkdtemp(join(job.tempFolder ?? tmpdir(), 'kinora-package-'));
  let init: Buffer | null = null;
  let number = job.firstNumber ?? 1;
  try {
    for await (const batch of splitBatches(job.segments)) {
      for await (const packaged of convertBatch(tools, job, protection, batch, folder)) {
        if (!init) {
          init = packaged.init;
          yield { type: 'init', bytes: init, pssh: readPssh(init) };
        } else if (!init.equals(packaged.init))
          throw new EncodeError('internal', `segment ${number} asks for another init segment`);
        yield { type: 'segment', number, bytes: packaged.segment };
        number += 1;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function checkSizes(protection: Protection): void {
  const { keyId, key } = protection.key;
  const parts = [keyId, key, ...(protection.action === 'encrypt' ? [protection.iv] : [])];
  if (parts.some((part) => part.length !== 16)) throw new RangeError('keys have 16 bytes');
}

// The packager holds a batch in memory, and one descriptor for each of its segments.
const BATCH_SEGMENTS = 40;
const BATCH_BYTES = 64 * 2 ** 20;

async function* splitBatches(segments: TrackJob['segments']): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const segment of segments) {
    if (
      batch.length > 0 &&
      (batch.length === BATCH_SEGMENTS || bytes + segment.length > BATCH_BYTES)
    ) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(segment);
    bytes += segment.length;
  }
  if (batch.length > 0) yield batch;
}

async function* convertBatch(
  tools: MediaTools,
  job: TrackJob,
  protection: Protection,
  batch: readonly Buffer[],
  folder: string,
): AsyncGenerator<{ init: Buffer; segment: Buffer }> {
  const toPath = (name: string): string => join(folder, name);
  await guardDisk(async () => {
    for (const [n, segment] of batch.entries())
      await writeFile(toPath(BATCH_FILES.input(n)), Buffer.concat([job.init, segment]), {
        mode: 0o600,
      });
  });
  const bytes = batch.reduce((sum, segment) => sum + segment.length, 0);
  const largest = Math.max(...batch.map(({ length }) => length));
  const { kind, signal } = job;
  await runPackager(tools, {
    kind,
    protection,
    count: batch.length,
    folder,
    bytes,
    largest,
    signal,
  });
  for (const [n, clear] of batch.entries()) {
    const init = await readFile(toPath(BATCH_FILES.init(n)));
    const segment = await readFile(toPath(BATCH_FILES.segment(n)));
    for (const name of [BATCH_FILES.input(n), BATCH_FILES.init(n), BATCH_FILES.segment(n)])
      await rm(toPath(name));
    renumberFragments(segment, readFirstSequence(clear));
    yield { init: normaliseInit(init, job.init), segment };
  }
}

async function guardDisk(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')
      throw new EncodeError('disk_full', '', { cause });
    throw cause;
  }
}
