import type { LanguageTrack, Level } from './engine.ts';
import type { Problem } from './problems.ts';

export type PlayerState = {
  /** `preparing` waits for a video that is still being encoded. */
  readonly phase: 'empty' | 'loading' | 'preparing' | 'ready';
  readonly problem: Problem | null;
  /** The viewer, or autoplay, requested playing; it may still wait for data. */
  readonly playWanted: boolean;
  /** The video itself has stated its length; before, the page's value is used. */
  readonly loaded: boolean;
  /** A video or audio frame was played since the source was set. */
  readonly started: boolean;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  /** No data for the next moment. */
  readonly starved: boolean;
  /** Segments are delayed because they are still being encoded. */
  readonly isDelayed: boolean;
  readonly currentTimeSec: number;
  /** NaN until known. */
  readonly durationSec: number;
  /** Start and end in seconds, ascending. */
  readonly buffered: readonly (readonly [number, number])[];
  readonly volume: number;
  readonly muted: boolean;
  /** The last volume above 0. */
  readonly heardVolume: number;
  readonly rate: number;
  readonly levels: readonly Level[];
  /** Null: chosen by bandwidth. */
  readonly chosenLevelId: number | null;
  readonly playingLevelId: number | null;
  readonly audioTracks: readonly LanguageTrack[];
  readonly audioTrackId: number | null;
  readonly captions: readonly LanguageTrack[];
  /** Null: none are shown. */
  readonly captionsId: number | null;
  /** The captions shown last, which come back when captions are turned on. */
  readonly lastCaptionsId: number | null;
  readonly audioOnly: boolean;
  /**
   * Ads come before or within the video, which then waits: from the request to play (`awaited`), until the
   * first one has come (`loading`), while they play.
   */
  readonly adBreak: 'awaited' | 'loading' | 'playing' | null;
  readonly fullscreen: boolean;
  readonly pictureInPicture: boolean;
  /** There is a device that could play by AirPlay. */
  readonly hasAirPlayDevice: boolean;
  readonly isOnAirPlayDevice: boolean;
  /** There is a device of the network that could play the stream by its address. */
  readonly hasCastDevice: boolean;
  /** The device plays, and the page follows it. */
  readonly isCasting: boolean;
};

export const INITIAL_STATE: PlayerState = {
  phase: 'empty',
  problem: null,
  playWanted: false,
  loaded: false,
  started: false,
  paused: true,
  ended: false,
  seeking: false,
  starved: false,
  isDelayed: false,
  currentTimeSec: 0,
  durationSec: Number.NaN,
  buffered: [],
  volume: 1,
  muted: false,
  heardVolume: 1,
  rate: 1,
  levels: [],
  chosenLevelId: null,
  playingLevelId: null,
  audioTracks: [],
  audioTrackId: null,
  captions: [],
  captionsId: null,
  lastCaptionsId: null,
  audioOnly: false,
  adBreak: null,
  fullscreen: false,
  pictureInPicture: false,
  hasAirPlayDevice: false,
  isOnAirPlayDevice: false,
  hasCastDevice: false,
  isCasting: false,
};

export type Store = {
  get(): PlayerState;
  patch(change: Partial<PlayerState>): void;
  /** The listener gets the new and the former state. Returns a function that ends the listening. */
  subscribe(listener: (state: PlayerState, former: PlayerState) => void): () => void;
};

export function createStore(): Store {
  let state = INITIAL_STATE;
  const listeners = new Set<(state: PlayerState, former: PlayerState) => void>();
  return {
    get: () => state,
    patch(change) {
      const former = state;
      state = { ...state, ...change };
      for (const listener of listeners) listener(state, former);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Says whether something plays, or will as soon as it can: the video, or an ad after its end. */
export function getPlays(state: PlayerState): boolean {
  return state.playWanted && (!state.ended || isAdOn(state));
}

/** Returns the captions to show when they are turned on or off; null: none. */
export function getToggledCaptions(state: PlayerState): number | null {
  if (state.captionsId !== null) return null;
  return state.lastCaptionsId ?? state.captions[0]?.id ?? null;
}

/** Says whether ads have the screen, or are about to. */
export function isAdOn({ adBreak }: Pick<PlayerState, 'adBreak'>): boolean {
  return adBreak === 'loading' || adBreak === 'playing';
}

/** Returns the problem to show now: while buffered media still plays, a lost connection is not shown. */
export function getVisibleProblem(state: PlayerState): Problem | null {
  if (!state.problem) return null;
  const playsOn = state.phase === 'ready' && state.started && !state.starved && !state.ended;
  return playsOn && state.problem.kind !== 'unplayable' ? null : state.problem;
}
