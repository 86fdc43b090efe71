import type { Problem } from './problems.ts';

/** A rendition that the viewer may choose. */
export type Level = {
  readonly id: number;
  /** Pixels; 0 when the playlist does not state them. */
  readonly width: number;
  readonly height: number;
  readonly bitrateBps: number;
};

/** Audio or captions that the viewer may choose. */
export type LanguageTrack = {
  readonly id: number;
  readonly name: string;
  /** BCP 47 or ISO 639-2, empty when unknown. */
  readonly language: string;
};

/** A multivariant playlist (HLS) or manifest (DASH) that was already fetched. */
export type LoadedPlaylist = {
  readonly url: string;
  readonly format: 'hls' | 'dash';
  readonly text: string;
  /** The stream is still being encoded: a requested segment may take seconds to come. */
  readonly open: boolean;
  /** `performance.now()` times of the request. */
  readonly timing: { readonly start: number; readonly first: number; readonly end: number };
};

export type EngineEvent =
  | {
      type: 'tracks';
      levels: readonly Level[];
      audioTracks: readonly LanguageTrack[];
      captions: readonly LanguageTrack[];
    }
  | { type: 'level'; id: number }
  | { type: 'audioTrack'; id: number }
  /** Null: none are shown. The element has the chosen ones as its one text track in use. */
  | { type: 'captions'; id: number | null }
  /** Media bytes arrived: the connection works. */
  | { type: 'progress' }
  /** Segments are delayed because they are still being encoded, or no longer. */
  | { type: 'delayed'; isDelayed: boolean }
  /** Loading has stopped for good until `resume` or `load`. Status is null without an answer. */
  | { type: 'networkFailure'; status: number | null }
  /** No licence of a protected stream came, or none with which it may be shown. */
  | { type: 'licenceFailure'; problem: Problem }
  /** The browser can't decode the media. */
  | { type: 'mediaFailure' };

export type EngineListener = (event: EngineEvent) => void;

/** Turns a playlist into media in a video element; knows no controls. */
export type Engine = {
  /** Attaches the element; after that, `play` on the element has a lasting effect. */
  attach(video: HTMLVideoElement): void | Promise<void>;
  /**
   * Starts at `startSec`; may be called again to reload the source. When the stream `canOpenEarly`, only the
   * description of the media is requested before `wanted` resolves.
   */
  load(playlist: LoadedPlaylist, startSec: number, wanted: Promise<void>): void;
  /** Resumes loading where a network failure stopped it. */
  resume(): void;
  /** `null` lets the engine choose. */
  setLevel(id: number | null): void;
  setAudioTrack(id: number): void;
  /** `null` shows none. */
  setCaptions(id: number | null): void;
  /** Frames a second of what plays; null where the playlist doesn't state it. */
  frameRate(): number | null;
  /** Returns a function that ends the listening. */
  on(listener: EngineListener): () => void;
  destroy(): void;
};

/** Keys for protected streams. */
export type DrmOptions = {
  /** Key id to key, 32 hexadecimal digits each: Clear Key of Encrypted Media Extensions, for tests. */
  readonly clearKeys: Readonly<Record<string, string>>;
};
