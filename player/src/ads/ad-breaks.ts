import { type AdGround, GIVEN_UP } from '../ad-ground.ts';
import { toKeyRequest } from '../keyboard.ts';
import { getVisibleProblem, isAdOn } from '../store.ts';
import type { PlayerState } from '../store.ts';
import { type AdFrame, openAdFrame } from './ad-frame.ts';
import { getAdWords } from './ad-words.ts';
import { type Clock, startClock } from './clock.ts';
import { AD_STALL_MS, AD_START_MS, MAX_BREAK_MS } from './limits.ts';
import type { FromFrame } from './messages.ts';
import { type Break, chooseBreak } from './schedule.ts';

export type AdBreaks = { close(): void };

type WebkitVideo = HTMLVideoElement & { webkitExitFullscreen?: () => void };

/**
 * Plays the breaks of one video. While one plays, the video waits at its position; whatever the frame
 * does or leaves undone, the video goes on.
 */
export function createAdBreaks(
  ground: AdGround,
  { isAutomatic, untilMs }: { isAutomatic: boolean; untilMs: number },
): AdBreaks {
  const { playback, announce } = ground;
  const video: WebkitVideo = ground.video;
  const { store } = playback;
  const sound = silenceForAd(video, isAutomatic && ground.autoplayMuted);
  let left: Break[] | null = null;
  let isStart = true;
  let hasPlayed = false;
  let wasEnded = false;
  let clock: Clock | null = null;

  /** No further break comes of a frame that does not do as it should. */
  const forget = (): void => {
    left = [];
    frame.remove();
  };
  const giveUp = (): void => {
    announce('aderror', { code: GIVEN_UP });
    forget();
    endBreak();
  };
  const frame: AdFrame = openAdFrame(
    ground.root,
    {
      type: 'kinora-ads',
      tagUrl: ground.tagUrl,
      language: ground.language,
      volume: video.volume,
      muted: video.muted,
      mayMute: !(isAutomatic && ground.autoplay === 'on'),
    },
    {
      title: getAdWords(ground.language).region,
      onMessage: (message) => take(message),
      onLie: () => (isAdOn(store.get()) ? giveUp() : forget()),
    },
  );
  const startWaiting = (limitMs: number): void => {
    clock?.stop();
    clock = startClock({
      limitMs,
      totalMs: MAX_BREAK_MS,
      onSilence: giveUp,
      isPaused: () => !store.get().playWanted,
    });
  };

  const playNext = (): boolean => {
    const { currentTimeSec, durationSec, ended } = store.get();
    const position = { isStart, isEnd: ended, timeSec: currentTimeSec, durationSec };
    const chosen = chooseBreak(left ?? [], position);
    left = chosen.left;
    if (!chosen.next) return false;
    if (!isAdOn(store.get())) {
      startWaiting(AD_START_MS);
      wasEnded = ended;
      video.pause();
      // An iPhone shows nothing but the video in its full screen.
      video.webkitExitFullscreen?.();
      store.patch({ adBreak: 'loading', playWanted: true });
    }
    frame.send({ type: 'playBreak', index: chosen.next.index, contentSec: currentTimeSec });
    if (!store.get().playWanted) frame.send({ type: 'pause' });
    return true;
  };
  const endBreak = (): void => {
    clock?.stop();
    clock = null;
    isStart = false;
    frame.show(false);
    sound.restore();
    const { playWanted } = store.get();
    // The video has nothing to go on with after its end.
    store.patch({ adBreak: null, playWanted: playWanted && !wasEnded });
    if (playWanted && !wasEnded) playback.resume();
    wasEnded = false;
  };
  /** Gives the break back: it comes when the video may play. */
  const postpone = (playWanted: boolean): void => {
    close();
    sound.restore();
    store.patch({ adBreak: 'awaited', playWanted });
  };

  const take = (message: FromFrame): void => {
    if (message.type === 'ready') {
      if (left !== null) return giveUp();
      left = message.offsets.map((offset, index) => ({ index, offset }));
      if (!playNext()) endBreak();
    } else if (!isAdOn(store.get())) return;
    else if (message.type === 'breakEnded') {
      if (!playNext()) endBreak();
    } else takeOfAd(message);
  };
  const takeOfAd = (message: Exclude<FromFrame, { type: 'ready' | 'breakEnded' }>): void => {
    switch (message.type) {
      case 'started': {
        const { index, count, durationSec, canSkip } = message;
        hasPlayed = true;
        clock?.expect(AD_STALL_MS);
        store.patch({ adBreak: 'playing' });
        frame.show(true);
        return announce('adstart', { index, count, durationSec, canSkip });
      }
      case 'progress':
        return clock?.expect(AD_STALL_MS);
      case 'adEnded':
        clock?.expect(AD_STALL_MS);
        if (message.outcome === 'skip') announce('adskip', {});
        return message.outcome === 'error'
          ? announce('aderror', { code: message.code })
          : announce('adend', {});
      case 'blocked':
        return postpone(false);
      case 'muted':
        return sound.silence();
      case 'visited':
        return store.patch({ playWanted: false });
      case 'key': {
        const request = toKeyRequest(message);
        // The player leaves out what may not be done with an ad.
        if (request) playback.request(request);
      }
    }
  };

  const follow = (state: PlayerState, former: PlayerState): void => {
    if (isAdOn(state)) {
      if (getVisibleProblem(state)) {
        // A break that the viewer has seen isn't shown again.
        return hasPlayed || !isStart ? giveUp() : postpone(state.playWanted);
      }
      if (state.playWanted !== former.playWanted) {
        frame.send({ type: state.playWanted ? 'resume' : 'pause' });
      }
      if (state.volume !== former.volume || state.muted !== former.muted) {
        frame.send({ type: 'sound', volume: state.volume, muted: state.muted });
      }
      if (state.fullscreen !== former.fullscreen) {
        frame.send({ type: 'fullscreen', isOn: state.fullscreen });
      }
    } else if (left !== null && state.started && !state.seeking && !isStart) {
      if (left.length > 0) playNext();
    }
  };
  // The system's own buttons (headset, lock screen, floating window) play the video past the player.
  const holdBack = (): void => {
    if (isAdOn(store.get())) video.pause();
  };
  video.addEventListener('play', holdBack);
  const unsubscribe = store.subscribe(follow);
  const close = (): void => {
    unsubscribe();
    video.removeEventListener('play', holdBack);
    clock?.stop();
    frame.remove();
  };
  startWaiting(Math.max(0, untilMs - performance.now()));
  return { close };
}

/** Mutes the video for an ad, and restores the sound unless the viewer has changed it. */
function silenceForAd(
  video: HTMLVideoElement,
  isSilent: boolean,
): { silence(): void; restore(): void } {
  let isOurs = false;
  const onChange = (): void => {
    if (!video.muted) isOurs = false;
  };
  const silence = (): void => {
    if (video.muted) return;
    isOurs = true;
    video.muted = true;
  };
  video.addEventListener('volumechange', onChange);
  if (isSilent) silence();
  return {
    silence,
    restore() {
      if (isOurs) video.muted = false;
      isOurs = false;
    },
  };
}
