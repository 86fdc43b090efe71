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

/** A multivariant playlist (HLS) or manifest (DASH) that was already fetched. */
export interface LoadedPlaylist {
  readonly url: string;
  readonly format: 'hls' | 'dash';
  readonly text: string;
  /** The stream is still being encoded: a segment that is asked for may take seconds to come. */
  readonly open: boolean;
  /** `performance.now()` times of the request. */
  readonly timing: { readonly start: number; readonly first: number; readonly end: number };
}

export type EngineEvent =
  | { type: 'levels'; levels: readonly Level[]; audioTracks: readonly AudioTrack[] }
  | { type: 'level'; id: number }
  | { type: 'audioTrack'; id: number }
  /** Media bytes arrived: the connection works. */
  | { type: 'progress' }
  /** Segments are waited for that are still being encoded, or no longer. */
  | { type: 'held'; held: boolean }
  /** Loading has stopped for good until `resume` or `load`. Status is null without an answer. */
  | { type: 'networkFailure'; status: number | null }
  /** The browser can't decode what came. */
  | { type: 'mediaFailure' };

export type EngineListener = (event: EngineEvent) => void;

/** Turns a playlist into media in a video element; knows no controls. */
export interface Engine {
  /** Once it is done, `play` on the element holds. */
  attach(video: HTMLVideoElement): void | Promise<void>;
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

/** Keys for protected streams. */
export interface DrmOptions {
  /** Key id to key, 32 hexadecimal digits each: Clear Key of Encrypted Media Extensions, for tests. */
  readonly clearKeys: Readonly<Record<string, string>>;
}
