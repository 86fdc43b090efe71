import { getRetryDelayMs } from './problems.ts';

/** Attributes of a player, as the edge states them for a video. */
export type VideoSettings = Readonly<Record<string, string>>;

const ADDRESSES = ['src', 'fairplay-src', 'poster', 'storyboard', 'report-url'];
/** No other attribute is taken: one such as `onclick` would run what a wrong address answers. */
const KNOWN = new Set([
  ...ADDRESSES,
  'video-title',
  'video-duration',
  'start-time',
  'chapters',
  'options',
  'preload',
  'autoplay',
  'muted',
  'loop',
  'error-code',
  'error-reason',
  'request-id',
]);
const PAGE = /^\/(?:watch|embed)\/[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns the address of what a player needs to know of a video, by that of its watch or embed page.
 * Null: it is neither. A signature in it holds here too.
 */
export function toSettingsUrl(address: string, base: string): string | null {
  const url = URL.parse(address, base);
  if (!url || !PAGE.test(url.pathname)) return null;
  url.searchParams.set('format', 'json');
  url.hash = '';
  return url.href;
}

/** Requests the settings until they come, or the signal aborts. */
export async function requestSettings(
  url: string,
  signal: AbortSignal,
  onFailure: () => void,
): Promise<VideoSettings> {
  for (let attempt = 1; ; attempt += 1) {
    const settings = await requestOnce(url, signal);
    if (settings || signal.aborted) return settings ?? {};
    onFailure();
    const delayMs = getRetryDelayMs({ kind: 'network', status: null }, attempt, Math.random());
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** A refusal has settings too: they say why nothing plays. */
async function requestOnce(url: string, signal: AbortSignal): Promise<VideoSettings | null> {
  try {
    const answer = await fetch(url, { signal });
    if (answer.status >= 500) return null;
    return resolveSettings((await answer.json()) as unknown, url);
  } catch {
    return null;
  }
}

/** The edge states paths, which hold on its own host. */
export function resolveSettings(json: unknown, url: string): VideoSettings {
  if (typeof json !== 'object' || json === null) return {};
  const given = Object.entries(json).filter(
    (entry): entry is [string, string] => KNOWN.has(entry[0]) && typeof entry[1] === 'string',
  );
  const resolved = given.map(([name, value]): [string, string] => {
    if (ADDRESSES.includes(name)) return [name, new URL(value, url).href];
    return [name, name === 'options' ? resolvePictures(value, url) : value];
  });
  return Object.fromEntries(resolved);
}

const PICTURES = new Set(['logoUrl', 'imageUrl']);

function resolvePictures(options: string, url: string): string {
  const parsed: unknown = JSON.parse(options, (name, value: unknown) =>
    PICTURES.has(name) && typeof value === 'string' ? new URL(value, url).href : value,
  );
  return JSON.stringify(parsed);
}
