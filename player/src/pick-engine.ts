import type { DrmOptions, Engine, LoadedPlaylist } from './engine.ts';
import type { Licensing } from './licence-request.ts';

/** Our playlists say by it where licences of FairPlay are. */
const FAIR_PLAY_DATA = 'kinora.fair-play.';

export type EngineKind = 'hls' | 'shaka' | 'native';

/**
 * Picks the engine that plays here. Media Source Extensions decide: `canPlayType` says "maybe" in
 * Chromium, whose native HLS is not wanted. Shaka Player takes DASH and protected streams. Null
 * when none can play.
 */
export function pickEngine(scope: {
  MediaSource?: unknown;
  ManagedMediaSource?: unknown;
  nativeHls: boolean;
  format: LoadedPlaylist['format'];
  isProtected: boolean;
}): EngineKind | null {
  const hasMse = scope.MediaSource !== undefined || scope.ManagedMediaSource !== undefined;
  if (scope.format === 'dash' || scope.isProtected) return hasMse ? 'shaka' : null;
  if (hasMse) return 'hls';
  return scope.nativeHls ? 'native' : null;
}

/** Downloads the engine that this stream needs here; null when nothing can play it. */
export async function createEngine(
  video: HTMLVideoElement,
  { format, text }: LoadedPlaylist,
  drm: DrmOptions | null,
  licensing: Licensing,
): Promise<Engine | null> {
  const kind = pickEngineFor(video, format, isEncrypted(text, drm));
  if (kind === 'hls') return (await import('./hls-engine.ts')).createHlsEngine();
  if (kind === 'shaka') {
    return (await import('./shaka-engine.ts')).createShakaEngine(format, drm, licensing);
  }
  if (kind === 'native') return (await import('./native-engine.ts')).createNativeEngine();
  return null;
}

/**
 * Says whether a stream's playlists may be read before play. One that is still being encoded would be
 * requested again and again in the meantime.
 */
export function canOpenEarly(
  video: HTMLVideoElement,
  { format, text, open }: LoadedPlaylist,
  drm: DrmOptions | null,
): boolean {
  const kind = pickEngineFor(video, format, isEncrypted(text, drm));
  return !open && (kind === 'hls' || kind === 'shaka');
}

function isEncrypted(text: string, drm: DrmOptions | null): boolean {
  return drm !== null || text.includes(FAIR_PLAY_DATA);
}

/**
 * Starts downloading the engine that `createEngine` will most likely need for this address. After a
 * failure it is requested again there.
 */
export function preloadEngine(video: HTMLVideoElement, url: string, isProtected: boolean): void {
  const format = /\.mpd(?:[?#]|$)/.test(url) ? 'dash' : 'hls';
  const kind = pickEngineFor(video, format, isProtected);
  if (kind === 'hls') import('./hls-engine.ts').catch(() => {});
  if (kind === 'shaka') {
    import('./shaka-engine.ts').then(({ downloadShaka }) => downloadShaka(format)).catch(() => {});
  }
}

function pickEngineFor(
  video: HTMLVideoElement,
  format: LoadedPlaylist['format'],
  isProtected: boolean,
): EngineKind | null {
  return pickEngine({
    MediaSource: Reflect.get(globalThis, 'MediaSource'),
    ManagedMediaSource: Reflect.get(globalThis, 'ManagedMediaSource'),
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
    format,
    isProtected,
  });
}
