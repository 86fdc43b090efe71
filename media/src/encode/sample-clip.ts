import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { MediaTools } from '../cage/tools.ts';

const run = promisify(execFile);

const SECONDS = 12;

/**
 * Writes a short clip of slowly turning colours with a soft chord: 1280×720, 25 frames a second, 12 s, H.264
 * and AAC in MP4. No input is read, so no cage is needed.
 */
export async function makeSampleClip(
  tools: MediaTools,
  path: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const videoSource =
    'gradients=size=1280x720:rate=25:speed=0.012:nb_colors=4:seed=7' +
    ':c0=0x10141f:c1=0x3e4bd0:c2=0xf5a524:c3=0x0f766e';
  const chord = [220, 277.18, 329.63].map((hertz) => `0.06*sin(2*PI*${hertz}*t)`).join('+');
  const audioSource = `aevalsrc=exprs=${chord}:sample_rate=48000`;
  await run(
    tools.ffmpeg,
    [
      '-hide_banner',
      '-nostdin',
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      videoSource,
      '-f',
      'lavfi',
      '-i',
      audioSource,
      '-filter_complex',
      `[1:a]afade=in:d=1,afade=out:st=${SECONDS - 2}:d=2[a]`,
      '-map',
      '0:v',
      '-map',
      '[a]',
      '-t',
      String(SECONDS),
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '20',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      path,
    ],
    options.signal ? { signal: options.signal } : {},
  );
}
