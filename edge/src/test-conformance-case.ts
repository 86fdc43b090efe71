import { OPEN } from './nginx/test-edges.ts';
import type { SentRequest } from './nginx/test-nginx-edge.ts';

/** One request of the test world, and the answer that every edge gives to it. */
export type Case = {
  sent: SentRequest;
  status: number;
  /** Stands in `X-Reason`, and in the body as the code. */
  reason?: string;
  /** The code of a refusal that isn't one of the edge's own reasons. */
  code?: string;
  /** null: there is none. */
  headers?: Record<string, string | RegExp | null>;
  /** First and last byte of the segment; 'none': there is no body. */
  bytes?: [first: number, last: number] | 'none';
};

export const SEGMENT_PATH = '/streams/free/rev1/v360/1.m4s';

export const AUDIO_PATH = '/streams/free/rev1/a1/1.m4s';

export const PLAYLIST_PATH = '/streams/free/playlist.m3u8';

export const [THAI, AMERICAN] = ['1.46.0.1', '8.8.8.8'];

export const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': null,
  'access-control-expose-headers': /X-Reason/,
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'set-cookie': null,
};

/** Answers that are not public name the asking page's origin, so that it may send cookies. */
export const named = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
});

export const get = (
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
): SentRequest => ({ method, path, headers: { Host: OPEN, ...headers } });

export const refused = (sent: SentRequest, status: number, reason: string): Case => ({
  sent,
  status,
  reason,
  headers: { ...SHARED, 'cache-control': 'no-store' },
});
