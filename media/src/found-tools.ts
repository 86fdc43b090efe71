import { findMediaTools, type MediaTools } from './tools.ts';

let found: Promise<MediaTools> | undefined;

/** What this machine has to work with, looked for once a process. */
export function mediaTools(): Promise<MediaTools> {
  found ??= findMediaTools().catch((error: unknown) => {
    // ffmpeg may be installed while we run: the next job looks again.
    found = undefined;
    throw error;
  });
  return found;
}
