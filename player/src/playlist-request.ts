import type { LoadedPlaylist } from './engine.ts';
import { toProblem } from './problems.ts';
import type { Problem } from './problems.ts';
import { OPEN_HEADER } from './segment-waits.ts';

const TIMEOUT_MS = 15_000;

export type PlaylistOutcome =
  | { ok: true; playlist: LoadedPlaylist }
  | { ok: false; problem: Problem };

/** Parses `{code, requestId}` of an error body; null stands for missing members. */
export function parseRefusal(body: string): { code: string | null; requestId: string | null } {
  const toText = (value: unknown) => (typeof value === 'string' ? value : null);
  try {
    const { code, requestId } = Object(JSON.parse(body)) as Record<string, unknown>;
    return { code: toText(code), requestId: toText(requestId) };
  } catch {
    return { code: null, requestId: null };
  }
}

function detectFormat(text: string): LoadedPlaylist['format'] | null {
  if (text.startsWith('#EXTM3U')) return 'hls';
  // An XML declaration and comments may come before the root element.
  return /<MPD[\s>]/.test(text.slice(0, 4000)) ? 'dash' : null;
}

/**
 * Requests the multivariant playlist, or the DASH manifest, from the edge. The reason of a refusal
 * is in `X-Reason`, and in the body for pages on another origin, which see that header only if the
 * edge exposes it. Never rejects; an abort counts as a network problem.
 */
export async function requestPlaylist(url: string, signal: AbortSignal): Promise<PlaylistOutcome> {
  const start = performance.now();
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      credentials: 'same-origin',
    });
    const first = performance.now();
    const text = await response.text();
    if (!response.ok) {
      const { code, requestId } = parseRefusal(text);
      const reason = response.headers.get('x-reason') ?? code;
      return { ok: false, problem: toProblem(response.status, reason, requestId) };
    }
    const format = detectFormat(text);
    if (!format) return { ok: false, problem: { kind: 'unplayable', status: null } };
    const timing = { start, first, end: performance.now() };
    const open = response.headers.get(OPEN_HEADER) === '1';
    return { ok: true, playlist: { url: response.url || url, format, text, open, timing } };
  } catch {
    return { ok: false, problem: toProblem(null, null) };
  }
}
