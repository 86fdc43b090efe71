/** A rendition that the viewer may choose. */
export interface Level {
  readonly id: number;
  /** Pixels; 0 when the playlist does not say. */
  readonly width: number;
  readonly height: number;
  readonly bitrateBps: number;
}

export interface AudioTrack {
  readonly id: number;
  readonly name: string;
  /** BCP 47 or ISO 639-2, empty when unknown. */
  readonly language: string;
}

/** A multivariant playlist that was already fetched, so that an engine need not ask again. */
export interface LoadedPlaylist {
  readonly url: string;
  readonly text: string;
  /** `performance.now()` times of the request. */
  readonly timing: { readonly start: number; readonly first: number; readonly end: number };
}

export type EngineEvent =
  | { type: 'levels'; levels: readonly Level[]; audioTracks: readonly AudioTrack[] }
  | { type: 'level'; id: number }
  | { type: 'audioTrack'; id: number }
  /** Media bytes arrived: the connection works. */
  | { type: 'progress' }
  /** Loading has stopped for good until `resume` or `load`. Status is null without an answer. */
  | { type: 'networkFailure'; status: number | null }
  /** The browser can't decode what came. */
  | { type: 'mediaFailure' };

export type EngineListener = (event: EngineEvent) => void;

/** Turns a playlist into media in a video element; knows no controls. */
export interface Engine {
  attach(video: HTMLVideoElement): void;
  /** Starts at `startSec`; may be called again to load the source anew. */
  load(playlist: LoadedPlaylist, startSec: number): void;
  /** Takes up loading where a network failure stopped it. */
  resume(): void;
  /** `null` lets the engine choose. */
  setLevel(id: number | null): void;
  setAudioTrack(id: number): void;
  /** Returns what ends the listening. */
  on(listener: EngineListener): () => void;
  destroy(): void;
}

export type EngineKind = 'mse' | 'native';

/**
 * Which engine plays HLS here. Media Source Extensions decide: `canPlayType` says "maybe" in
 * Chromium, whose native HLS is not what we want. Null when neither can play.
 */
export function pickEngine(scope: {
  MediaSource?: unknown;
  ManagedMediaSource?: unknown;
  nativeHls: boolean;
}): EngineKind | null {
  if (scope.MediaSource !== undefined || scope.ManagedMediaSource !== undefined) return 'mse';
  return scope.nativeHls ? 'native' : null;
}

/** Downloads the engine that this browser needs, or gives null when it can play no HLS. */
export async function createEngine(video: HTMLVideoElement): Promise<Engine | null> {
  const kind = pickEngine({
    MediaSource: Reflect.get(globalThis, 'MediaSource'),
    ManagedMediaSource: Reflect.get(globalThis, 'ManagedMediaSource'),
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  });
  if (kind === 'mse') return (await import('./hls-engine.ts')).createHlsEngine();
  if (kind === 'native') return (await import('./native-engine.ts')).createNativeEngine();
  return null;
}
