import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCaged } from '../cage/cage.ts';
import { EncodeError } from '../cage/errors.ts';
import { type Protection, buildKeyFlags, buildPackagerArguments } from './packager-arguments.ts';
import type { MediaTools } from '../cage/tools.ts';

export type PackagerRun = {
  kind: 'video' | 'audio';
  protection: Protection;
  /** number of inputs that lie in `folder` */
  count: number;
  folder: string;
  /** bytes of all inputs, and of the largest */
  bytes: number;
  largest: number;
  signal?: AbortSignal | undefined;
};

const MIB = 2 ** 20;

/** Runs the packager over the files of a folder. Throws EncodeError, or the signal's reason. */
export async function runPackager(tools: MediaTools, run: PackagerRun): Promise<void> {
  const flags = await openKeyFile(run);
  try {
    // The packager copies more than 100 MB a second; the rest is room for a busy machine.
    const seconds = 60 + run.bytes / MIB;
    const exit = await runCaged(
      tools,
      {
        program: 'packager',
        args: (_, folder) => buildPackagerArguments(run.kind, run.protection, run.count, folder),
        inputPath: null,
        folder: run.folder,
        stdin: flags,
        pipes: 0,
        limits: {
          memoryBytes: 512 * MIB + 8 * run.bytes,
          cpuSeconds: seconds,
          // Tables of encrypted parts are added: a few per cent, more for tiny samples.
          fileBytes: 2 * run.largest + MIB,
        },
        signal: run.signal,
      },
      seconds * 1000,
      () => undefined,
    );
    if (exit.timedOut) throw new EncodeError('timeout', 'the packager did not end');
    if (exit.code !== 0) throw toFailure(exit, run.protection);
  } finally {
    await flags.close();
  }
}

/** Opens a file that only we can read and that has lost its name: gone however this process ends. */
async function openKeyFile({ folder, protection }: PackagerRun): Promise<FileHandle> {
  const path = join(folder, 'flags');
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const flags = Buffer.from(buildKeyFlags(protection.key));
    // Writing at position 0 leaves the file's pointer, which the packager must find at the beginning.
    await file.write(flags, 0, flags.length, 0);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Ended = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

function toFailure({ code, signal, stderr }: Ended, { key }: Protection): EncodeError {
  // The packager has no reason to repeat its flags, and none would be good enough.
  const detail = stderr.replaceAll(key.key.toString('hex'), 'key');
  if (/Fail to write|No space left/.test(stderr)) return new EncodeError('disk_full', detail);
  if (/bad_alloc|allocate memory/.test(stderr)) return new EncodeError('out_of_memory', detail);
  if (signal !== null || code === 137) return new EncodeError('killed', detail);
  return new EncodeError('internal', detail);
}
