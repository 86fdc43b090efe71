import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A moving picture of `seconds`, `loops` times over. */
export type Shape = { size: string; seconds: number; loops: number };

/** A source that no player takes, so that all of it is encoded; `oncePath` is one loop of it. */
export async function makeForeign(
  folder: string,
  name: string,
  { size, seconds, loops }: Shape,
): Promise<{ path: string; oncePath: string }> {
  const oncePath = join(folder, `once-${name}.mkv`);
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=25:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${seconds}`,
    '-c:v',
    'mpeg4',
    '-q:v',
    '12',
    '-g',
    '50',
    '-c:a',
    'libmp3lame',
    '-shortest',
    oncePath,
  ]);
  const path = join(folder, `${name}.mkv`);
  const input = ['-v', 'error', '-y', '-stream_loop', String(loops - 1), '-i', oncePath];
  await run('ffmpeg', [...input, '-c', 'copy', path]);
  return { path, oncePath };
}

/** Also of more than 2 GiB. */
export async function readWhole(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    at += (await file.read(bytes, at, Math.min(size - at, 2 ** 30), at)).bytesRead;
  }
  return bytes;
}
