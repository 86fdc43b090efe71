import { findMediaTools, type MediaTools } from './tools.ts';

let found: Promise<MediaTools> | undefined;

/** They may have been replaced while we run: they are looked for again. */
export function forgetMediaTools(): void {
  found = undefined;
}

/** What this machine has to work with, looked for once a process. */
export function mediaTools(): Promise<MediaTools> {
  found ??= findMediaTools().catch((error: unknown) => {
    // ffmpeg may be installed while we run: the next job looks again.
    found = undefined;
    throw error;
  });
  return found;
}
