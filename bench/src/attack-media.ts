import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type Client,
  deleteVideo,
  upload,
  type Video,
  waitUntilPlayable,
} from './product-client.ts';
import { descendantsMb } from './process-usage.ts';
import { makeForeign } from './sources.ts';

const run = promisify(execFile);

export type MediaRound = { playableSeconds: number; peakMb: number; endings: string[] };
type Materials = { clip: Buffer; bomb: Buffer };

const TRACKS = 12;
const PATIENCE_MS = 180_000;

/** Makes an ordinary clip that must be encoded, and a file whose tracks take gigabytes when decoded. */
export async function makeMaterials(folder: string): Promise<Materials> {
  const { path: clip } = await makeForeign(folder, 'clip', {
    size: '1280x720',
    seconds: 8,
    loops: 1,
  });
  const [one, all] = [join(folder, 'one.mp4'), join(folder, 'tracks.mkv')];
  const picture = ['-f', 'lavfi', '-i', 'color=s=8192x8192:r=1:d=1'];
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...x264, one]);
  const maps = Array.from({ length: TRACKS }, () => ['-map', '0:v']).flat();
  await run('ffmpeg', ['-v', 'error', '-y', '-i', one, ...maps, '-c', 'copy', all]);
  return { clip: await readFile(clip), bomb: await readFile(all) };
}

/** Measures the clip's time to its first segment behind so many bombs, and the memory of media processes. */
export async function playBeside(
  client: Client & { projectKey: string },
  { clip, bomb }: Materials,
  bombs: number,
): Promise<MediaRound> {
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, descendantsMb(client.product.pid, /ffmpeg|ffprobe|bwrap/));
  }, 50);
  try {
    const sent = Array.from({ length: bombs }, () =>
      upload(client, { bytes: bomb, title: 'tracks' }).then(async ({ key, lastByteAt }) => {
        await lastByteAt;
        return key;
      }),
    );
    const bombKeys = await Promise.all(sent);
    const { key, lastByteAt } = await upload(client, { bytes: clip, title: 'clip' });
    const [lastMs, playedMs] = await Promise.all([
      lastByteAt,
      within(PATIENCE_MS, waitUntilPlayable(client, key)),
    ]);
    const endings = await Promise.all(bombKeys.map((each) => ending(client, each)));
    for (const each of [...bombKeys, key]) await deleteVideo(client, each);
    return { playableSeconds: (playedMs - lastMs) / 1000, peakMb, endings };
  } finally {
    clearInterval(watch);
  }
}

/** Waits for the end of a video that no one expects to play. */
async function ending({ call }: Client, key: string): Promise<string> {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const { vod } = await call<Video>('GET', `/api/v1/videos/${key}`);
    const reason = vod.source.probeErrorDetail ?? vod.processingInfo.failureReason;
    if (reason) return reason;
    if (vod.processingInfo.state === 'completed') return 'completed';
    await sleep(50);
  }
  return 'no end';
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const end = sleep(ms, null, { signal: late.signal }).then(() => {
    throw new Error('not playable in time');
  });
  return Promise.race([work, end]).finally(() => late.abort());
}
