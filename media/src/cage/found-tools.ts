import { NoCageError } from './errors.ts';
import { findMediaTools, type MediaTools } from './tools.ts';

type Use = {
  /** pieces that are made at once; unless told, one for each core */
  slots?: number;
  /** whether strangers' files may be read where no cage works */
  allowsNoSandbox?: boolean;
};

let use: Use = {};
let found: Promise<MediaTools> | undefined;

/** They may have been replaced while we run: they are looked for again. */
export function forgetMediaTools(): void {
  found = undefined;
}

/** What this machine has to work with, looked for once a process. Throws as `findMediaTools` does. */
export function mediaTools(): Promise<MediaTools> {
  found ??= findCagedTools().catch((error: unknown) => {
    // ffmpeg may be installed while we run: the next job looks again.
    found = undefined;
    throw error;
  });
  return found;
}

/** As `mediaTools`, and all later calls of it, used like this. Throws NoCageError as well. */
export function openMediaTools(options: Use): Promise<MediaTools> {
  use = options;
  found = undefined;
  return mediaTools();
}

async function findCagedTools(): Promise<MediaTools> {
  const { slots, allowsNoSandbox = false } = use;
  const tools = await findMediaTools(slots === undefined ? {} : { slots });
  if (tools.sandbox === 'none' && !allowsNoSandbox) throw new NoCageError(tools.lack);
  return tools;
}
