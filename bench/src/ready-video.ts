import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCompleted, upload, waitForVideo, type Client } from './product-client.ts';

const run = promisify(execFile);

/** Uploads a clip of five seconds, waits until all of it is made, and answers its key. */
export async function makeReadyVideo(
  client: Client & { projectKey: string },
  title: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-clip-'));
  try {
    const path = join(folder, 'clip.mp4');
    await run('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x360:r=25:d=5',
      '-f',
      'lavfi',
      '-i',
      'sine=d=5',
      '-pix_fmt',
      'yuv420p',
      '-shortest',
      path,
    ]);
    const { key, lastByteAt } = await upload(client, { bytes: await readFile(path), title });
    await lastByteAt;
    await waitForVideo(client, key, isCompleted, 200);
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
