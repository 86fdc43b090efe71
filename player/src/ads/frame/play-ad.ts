import { AD_OVERTIME_SEC, FRAME_STALL_MS, MAX_AD_SEC, MAX_BREAK_MS } from '../limits.ts';
import { type Clock, startClock } from '../clock.ts';
import type { FromFrame, Sound } from '../messages.ts';
import { type Ad, chooseMedia, type MediaFile } from './ad.ts';
import { AdFault, FAULT } from './ad-fault.ts';
import type { AdView } from './ad-view.ts';
import { fillMacros } from './macros.ts';
import { toOutsideUrl } from './outside-url.ts';
import type { SendPings } from './pings.ts';
import { createTracker, describeAd, type Tracker } from './tracker.ts';

/** Says what the player has said, and what all ads of a break share. */
export type Stage = {
  readonly view: AdView;
  readonly sound: Sound;
  readonly mayMute: boolean;
  /** The viewer has paused the ad. */
  isPaused: boolean;
  contentSec: number;
  /** The playing ad is told of sound, pauses and full screen. */
  tracker: Tracker | null;
  readonly sendPings: SendPings;
  readonly post: (message: FromFrame) => void;
};

/** The browser plays no ad before the viewer has interacted with the page. */
export class Blocked extends Error {}

type Place = { index: number; count: number };

/** Plays an ad to its end. Failures are told to its server and to the player. @throws Blocked */
export async function playAd(stage: Stage, ad: Ad, place: Place, startMs: number): Promise<void> {
  const { view, sendPings, post } = stage;
  let mediaUrl = '';
  const tracker = createTracker(ad, sendPings, () => {
    const timeSec = view.video.currentTime;
    return describeAd(ad, { timeSec, contentSec: stage.contentSec, mediaUrl, index: place.index });
  });
  const heightPx = innerHeight * Math.min(devicePixelRatio, 2);
  const canPlay = (type: string) => view.video.canPlayType(type) !== '';
  let result: Result = new AdFault(FAULT.noMedia);
  try {
    for (const media of chooseMedia(ad.mediaFiles, heightPx, canPlay)) {
      mediaUrl = media.url;
      result = await playMedia({ stage, ad, place, media, tracker, startMs });
      // Another file may play where this one is not there.
      if (!(result instanceof AdFault) || result.code !== FAULT.notFound) break;
    }
    if (result instanceof AdFault) tracker.fail(result.code);
  } finally {
    stage.tracker = null;
    view.clear();
  }
  if (result instanceof AdFault) post({ type: 'adEnded', outcome: 'error', code: result.code });
  else post({ type: 'adEnded', outcome: result, code: 0 });
}

type Run = {
  stage: Stage;
  ad: Ad;
  place: Place;
  media: MediaFile;
  tracker: Tracker;
  /** The first frame comes within it. */
  startMs: number;
};

type Result = 'complete' | 'skip' | AdFault;

/** Plays one file until its end, a press on skip, or a fault. Rejects with Blocked. */
function playMedia(run: Run): Promise<Result> {
  const { stage, ad, place, media, startMs } = run;
  const { view } = stage;
  const ended = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const clock = startClock({
    limitMs: startMs,
    totalMs: MAX_BREAK_MS,
    isPaused: () => stage.isPaused,
    onSilence: () => resolve(new AdFault(FAULT.timeout)),
  });
  view.show(place, toVisitUrl(ad.clickThrough, stage));
  followButtons(run, resolve);
  followMedia(run, resolve, { clock, signal: ended.signal });
  view.video.src = media.url;
  begin(stage).catch((error: unknown) => (error instanceof Blocked ? reject(error) : undefined));
  return promise.finally(() => {
    ended.abort();
    clock.stop();
  });
}

function followButtons({ stage, tracker }: Run, resolve: (result: Result) => void): void {
  const { view, post } = stage;
  view.onSkip = () => {
    tracker.track('skip');
    tracker.track('closeLinear');
    resolve('skip');
  };
  view.onVisit = () => {
    // A press after coming back resumes the ad; it does not open the advertiser's page again.
    if (stage.isPaused) {
      post({ type: 'key', key: ' ', code: 'Space', shiftKey: false });
      return false;
    }
    tracker.click();
    view.video.pause();
    post({ type: 'visited' });
    return true;
  };
}

/** Tells the player and the ad server what the file does. */
function followMedia(
  { stage, ad, place, tracker }: Run,
  resolve: (result: Result) => void,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): void {
  const { view, post } = stage;
  const { video } = view;
  let hasStarted = false;
  let lastSec = 0;
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(type, listener, { signal });
  on('loadedmetadata', () => tracker.trackOnce('loaded'));
  on('playing', () => {
    if (hasStarted) return;
    hasStarted = true;
    stage.tracker = tracker;
    clock.expect(FRAME_STALL_MS);
    tracker.impression();
    const canSkip = ad.skipSec !== null;
    post({ type: 'started', ...place, durationSec: toFinite(video.duration), canSkip });
    if (stage.isPaused) video.pause();
  });
  on('timeupdate', () => {
    const timeSec = video.currentTime;
    if (!hasStarted || timeSec <= lastSec) return;
    lastSec = timeSec;
    clock.expect(FRAME_STALL_MS);
    if (isTooLong(ad, timeSec)) return resolve(new AdFault(FAULT.duration));
    const durationSec = getLength(video, ad);
    tracker.progress(timeSec, durationSec);
    view.showTime(Math.max(0, durationSec - timeSec), getSkipIn(ad, timeSec, durationSec));
    post({ type: 'progress', timeSec });
  });
  on('ended', () => {
    tracker.progress(lastSec, lastSec);
    tracker.trackOnce('complete');
    resolve('complete');
  });
  on('error', () => resolve(new AdFault(hasStarted ? FAULT.display : FAULT.notFound)));
}

function isTooLong({ durationSec }: Ad, timeSec: number): boolean {
  return timeSec > Math.min((durationSec ?? MAX_AD_SEC) + AD_OVERTIME_SEC, MAX_AD_SEC);
}

/** Plays with the sound that is asked for, or without where only that is allowed. */
async function begin(stage: Stage): Promise<void> {
  const { video } = stage.view;
  video.volume = stage.sound.volume;
  video.muted = stage.sound.muted;
  if (stage.isPaused) return;
  try {
    await video.play();
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    // The element's own events report all other failures.
    if (!isRefused) return;
    if (video.muted || !stage.mayMute) throw new Blocked();
    video.muted = true;
    stage.sound.muted = true;
    stage.post({ type: 'muted' });
    await begin(stage);
  }
}

function toVisitUrl(template: string | null, { contentSec }: Stage): string | null {
  if (template === null) return null;
  const filled = fillMacros(template, { CONTENTPLAYHEAD: contentSec });
  return toOutsideUrl(filled)?.href ?? null;
}

/** An ad no longer than its time to skip can't be skipped. */
function getSkipIn({ skipSec }: Ad, timeSec: number, durationSec: number): number | null {
  if (skipSec === null || (durationSec > 0 && skipSec >= durationSec)) return null;
  return Math.max(0, skipSec - timeSec);
}

function getLength({ duration }: HTMLVideoElement, ad: Ad): number {
  return Number.isFinite(duration) ? duration : (ad.durationSec ?? 0);
}

const toFinite = (value: number): number => (Number.isFinite(value) ? value : 0);
