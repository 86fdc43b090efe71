import { NoCageError } from './errors.ts';
import { findMediaTools, type MediaTools } from './tools.ts';

type Use = {
  /** pieces that are encoded at once; default one for each core */
  slots?: number;
  /** whether untrusted files may be read where no cage works */
  allowsNoSandbox?: boolean;
};

let use: Use = {};
let found: Promise<MediaTools> | undefined;

/** Makes the next call look again, because the tools may have been replaced. */
export function forgetMediaTools(): void {
  found = undefined;
}

/** Returns this machine's tools, found once per process. Throws as `findMediaTools` does. */
export function getMediaTools(): Promise<MediaTools> {
  found ??= findCagedTools().catch((error: unknown) => {
    // ffmpeg may be installed in the meantime, so the next job looks again.
    found = undefined;
    throw error;
  });
  return found;
}

/** Sets how this and all later calls of `getMediaTools` find the tools. Throws NoCageError as well. */
export function openMediaTools(options: Use): Promise<MediaTools> {
  use = options;
  found = undefined;
  return getMediaTools();
}

async function findCagedTools(): Promise<MediaTools> {
  const { slots, allowsNoSandbox = false } = use;
  const tools = await findMediaTools(slots === undefined ? {} : { slots });
  if (tools.sandbox === 'none' && !allowsNoSandbox) throw new NoCageError(tools.lack);
  return tools;
}
