import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { makeClip } from './test-clips.ts';

const run = promisify(execFile);

export type Rgb = readonly [red: number, green: number, blue: number];

/** The colours of the columns of a test picture. */
export const COLUMNS: readonly Rgb[] = [
  [180, 40, 40],
  [40, 160, 60],
  [40, 60, 180],
  [200, 200, 60],
  [128, 128, 128],
  [235, 235, 235],
];

/** Makes a second of six columns with ffmpeg's output arguments, and gives its path. */
export async function makeColumns(
  folder: string,
  name: string,
  { width, height }: { width: number; height: number },
  args: string,
): Promise<string> {
  const row = Array.from({ length: width }, (_, x) => [...(COLUMNS[((x * 6) / width) | 0] ?? [])]);
  const picture = join(folder, `columns-${width}x${height}.ppm`);
  const pixels = Buffer.concat(Array.from({ length: height }, () => Buffer.from(row.flat())));
  await writeFile(picture, [`P6\n${width} ${height}\n255\n`, pixels]);
  return makeClip(folder, name, `-loop 1 -r 25 -t 1 -i ${picture} ${args}`);
}

/** Reads the colours of the columns in the middle of a file's first frame, as its tags say. */
export async function readColumns(path: string): Promise<Rgb[]> {
  const picture = 'scale=flags=accurate_rnd+full_chroma_int,format=rgb24';
  const args = ['-v', 'error', '-i', path, '-vf', picture, '-frames:v', '1', '-c:v', 'ppm'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'image2pipe', '-'], {
    encoding: 'buffer',
    maxBuffer: 1 << 26,
  });
  const [head = '', width, height] =
    /^P6\n(\d+) (\d+)\n255\n/.exec(stdout.toString('latin1', 0, 40)) ?? [];
  const row = Number(width) * (Number(height) >> 1);
  return COLUMNS.map((_, n) => {
    const at = head.length + 3 * (row + Math.floor(((n + 0.5) * Number(width)) / 6));
    return [...stdout.subarray(at, at + 3)] as unknown as Rgb;
  });
}

/** Lists what a file states of its video's colour; `unknown` where it states nothing. */
export async function readTags(path: string): Promise<string[]> {
  const names = ['color_space', 'color_primaries', 'color_transfer', 'color_range'];
  const entries = `stream=${names.join(',')}`;
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json'];
  const { stdout } = await run('ffprobe', [...args, path]);
  const [stream] = (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams;
  return names.map((name) => stream?.[name] ?? 'unknown');
}

/** Draws the first frame of a file in Chromium, appended to a media source, and reads its columns. */
export async function drawColumns(page: Page, address: string, type: string): Promise<Rgb[]> {
  return page.evaluate(`(async (address, type) => {
    const video = document.createElement('video');
    video.muted = true;
    const bytes = await (await fetch(address)).arrayBuffer();
    const source = new MediaSource();
    video.src = URL.createObjectURL(source);
    await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
    const buffer = source.addSourceBuffer(type);
    buffer.appendBuffer(bytes);
    await new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }));
    source.endOfStream();
    video.currentTime = 0.5;
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext('2d');
    context.drawImage(video, 0, 0);
    const y = canvas.height >> 1;
    return [0, 1, 2, 3, 4, 5].map((n) => {
      const x = Math.floor(((n + 0.5) * canvas.width) / 6);
      return [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
    });
  })(${JSON.stringify(address)}, ${JSON.stringify(type)})`);
}

/** Returns the largest difference of any colour. */
export function getDifference(a: readonly Rgb[], b: readonly Rgb[]): number {
  return Math.max(
    ...a.flatMap((colour, n) => colour.map((value, m) => Math.abs(value - (b[n]?.[m] ?? -999)))),
  );
}
