import type { Chapter } from './chapters.ts';
import { findChapterAfter, findChapterBefore } from './chapters.ts';
import type { PlayerRequest } from './requests.ts';
import type { PlayerState, Store } from './store.ts';

/** The system's own keys seek as far where they don't say. */
const SEEK_STEP_SEC = 10;

export type MediaDescription = {
  readonly title: string;
  readonly posterUrl: string | null;
  readonly chapters: readonly Chapter[];
};

type Parts = {
  readonly store: Store;
  readonly request: (request: PlayerRequest) => void;
  readonly describe: () => MediaDescription;
};

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;

/**
 * Describes the playing video to the system's media controls (lock screen, headset, keyboard), and follows
 * their requests. Among several players the last one started has the controls.
 */
export function describeToSystem(parts: Parts, signal: AbortSignal): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  let own: MediaMetadata | null = null;
  const unsubscribe = parts.store.subscribe((state, former) => {
    const plays = state.started && !state.paused;
    if (plays && (!former.started || former.paused)) {
      own = createMetadata(parts.describe());
      session.metadata = own;
      setHandlers(session, createHandlers(parts));
    }
    if (own === null || session.metadata !== own || !hasTurned(state, former)) return;
    session.playbackState = state.paused ? 'paused' : 'playing';
    setPosition(session, state);
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    if (own === null || session.metadata !== own) return;
    session.metadata = null;
    session.playbackState = 'none';
    setHandlers(session, {});
  });
}

function createMetadata({ title, posterUrl }: MediaDescription): MediaMetadata {
  const artwork = posterUrl ? [{ src: new URL(posterUrl, document.baseURI).href }] : [];
  return new MediaMetadata({ title, artwork });
}

function createHandlers({ store, request, describe }: Parts): Handlers {
  const seekTo = (timeSec: number): void => request({ type: 'seekTo', timeSec });
  const seekToChapter = (chapter: Chapter | null): void => {
    if (chapter) seekTo(chapter.startSec);
  };
  const { chapters } = describe();
  const now = (): number => store.get().currentTimeSec;
  return {
    play: () => request({ type: 'play' }),
    pause: () => request({ type: 'pause' }),
    stop() {
      request({ type: 'pause' });
      seekTo(0);
    },
    seekbackward: ({ seekOffset }) =>
      request({ type: 'seekBy', deltaSec: -(seekOffset ?? SEEK_STEP_SEC) }),
    seekforward: ({ seekOffset }) =>
      request({ type: 'seekBy', deltaSec: seekOffset ?? SEEK_STEP_SEC }),
    seekto({ seekTime }) {
      if (typeof seekTime === 'number') seekTo(seekTime);
    },
    ...(chapters.length > 0 && {
      previoustrack: () => seekToChapter(findChapterBefore(chapters, now())),
      nexttrack: () => seekToChapter(findChapterAfter(chapters, now())),
    }),
  };
}

const ACTIONS = [
  ...(['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const),
  ...(['previoustrack', 'nexttrack'] as const),
];

function setHandlers(session: MediaSession, handlers: Handlers): void {
  for (const action of ACTIONS) {
    try {
      session.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // W3C Media Session §5: a browser that doesn't know an action throws.
    }
  }
}

/** Between these changes the system counts the time itself. */
function hasTurned(state: PlayerState, former: PlayerState): boolean {
  return (
    state.paused !== former.paused ||
    state.seeking !== former.seeking ||
    state.starved !== former.starved ||
    state.rate !== former.rate ||
    state.durationSec !== former.durationSec ||
    state.started !== former.started
  );
}

function setPosition(session: MediaSession, { durationSec, currentTimeSec, rate }: PlayerState) {
  if (!Number.isFinite(durationSec)) return;
  const position = Math.min(Math.max(0, currentTimeSec), durationSec);
  session.setPositionState({ duration: durationSec, position, playbackRate: rate });
}
