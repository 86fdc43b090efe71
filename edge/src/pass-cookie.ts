import type { ServerResponse } from 'node:http';
import type { Pass } from '@kinora/playback-rules/rule';
import { getVideoPath } from '@kinora/manifests/addresses';

// A second carrier for players that drop the queries of addresses. Each video has a cookie of its own,
// which is sent with what lies below its stream alone.
const NAME = 'kinora_pass';

/** Sets a pass as a cookie of the answer. */
export type LeavePass = (response: ServerResponse, videoKey: string, pass: Pass) => void;

/** Finds the signature that `createPassCookie` has left with a viewer. */
export function readPassCookie(header: string | undefined, videoKey: string): string | null {
  if (!header?.includes(NAME)) return null;
  const start = `${NAME}_${videoKey}=`;
  for (const part of header.split(';')) {
    const cookie = part.trim();
    if (cookie.startsWith(start)) return cookie.slice(start.length);
  }
  return null;
}

/**
 * Writes the `Set-Cookie` of a pass. Embed pages are another site's, so it needs `SameSite=None`, which
 * browsers take over https alone; `Partitioned` keeps it to the site that embeds.
 */
export function createPassCookie(
  { suffix, leftSec }: Pass,
  videoKey: string,
  isHttps: boolean,
): string {
  const where = isHttps ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax';
  const path = getVideoPath(videoKey);
  return `${NAME}_${videoKey}=${suffix}; Path=${path}; Max-Age=${leftSec}; HttpOnly; ${where}`;
}
