import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBoxes, readFragment, writeFragment } from './boxes.ts';
import { type StoryboardSheets, makeStoryboard } from './storyboard.ts';
import type { StoredTrack } from './stored-track.ts';
import type { MediaTools } from './tools.ts';

/**
 * The storyboard of a stream by a stored rendition of it, best the smallest: its key frames come every
 * two seconds, whatever the source's do, and are quickly decoded. Segments are read one at a time; only
 * their key frames are written to the temporary folder.
 * Throws as makeStoryboard does, and the reader's own errors.
 */
export async function makeRenditionStoryboard(
  tools: MediaTools,
  track: StoredTrack,
  shown: { width: number; height: number; durationMs: number },
  options: { tempFolder?: string; signal?: AbortSignal | undefined } = {},
): Promise<StoryboardSheets | null> {
  const folder = await mkdtemp(join(options.tempFolder ?? tmpdir(), 'kinora-storyboard-'));
  try {
    const path = join(folder, 'key-frames.mp4');
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(track.init);
      for (let number = 1; number <= track.segmentCount; number++) {
        options.signal?.throwIfAborted();
        for (const part of keyFrames(await track.segment(number))) await file.writeFile(part);
      }
    } finally {
      await file.close();
    }
    const { width, height, durationMs } = shown;
    const source = {
      ...{ streamIndex: 0, rotation: 0, interlaced: false, transfer: 'sdr' as const },
      ...{ codedWidth: width, codedHeight: height, displayWidth: width, displayHeight: height },
    };
    const clock = { kind: 'mov', originSeconds: 0, keepsClock: true, durationMs } as const;
    return await makeStoryboard(tools, path, { ...clock, video: { source } }, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A segment's fragments with their first sample alone, which lasts as long as all did. */
function keyFrames(segment: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let waiting: { head: Buffer; size: number } | null = null;
  for (const { type, body } of readBoxes(segment)) {
    if (type === 'moof') {
      const { decodeTime, samples } = readFragment(body);
      const [first] = samples;
      const duration = samples.reduce((sum, sample) => sum + sample.duration, 0);
      waiting = first
        ? {
            head: writeFragment(1, { decodeTime, samples: [{ ...first, duration }] }),
            size: first.size,
          }
        : null;
    } else if (type === 'mdat' && waiting) {
      parts.push(waiting.head, body.subarray(0, waiting.size));
      waiting = null;
    }
  }
  return parts;
}
