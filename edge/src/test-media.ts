import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { copyShared } from '@kinora/contract/test-shared';
import type { SegmentTimeline } from '@kinora/contract/stream';

const run = promisify(execFile);

/** Encodes a test picture or tone into segments of 2 s, and reads their borders from ffmpeg's playlist. */
export async function encode(
  folder: string,
  input: string,
  codec: string[],
  seconds = 5,
): Promise<SegmentTimeline> {
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-start_number', '1'];
  hls.push('-hls_segment_type', 'fmp4', '-hls_segment_filename', '%d.m4s');
  const source = ['-v', 'error', '-f', 'lavfi', '-i', input, '-t', String(seconds)];
  const args = [...source, ...codec, ...hls, 'list.m3u8'];
  await copyShared(['segments', args], folder, (cwd) => run('ffmpeg', args, { cwd }));
  const list = await readFile(`${folder}/list.m3u8`, 'utf8');
  const runs = [...list.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => ({
    count: 1,
    ticks: Math.round(Number(match[1]) * 48_000),
  }));
  return { timescale: 48_000, runs };
}
