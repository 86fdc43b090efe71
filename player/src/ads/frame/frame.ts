import { parseSetup, parseToFrame } from '../messages.ts';
import type { AdSetup, FromFrame, ToFrame } from '../messages.ts';
import { RESOLVE_MS } from '../limits.ts';
import { getAdWords } from '../ad-words.ts';
import { toCode } from './ad-fault.ts';
import { createAdView } from './ad-view.ts';
import css from './frame.css?inline';
import { createPings } from './pings.ts';
import { Blocked, type Stage } from './play-ad.ts';
import { playBreak } from './play-break.ts';
import { requestXml } from './request-xml.ts';
import { type AdBreak, listBreaks } from './vmap.ts';

// The page in the player's sandboxed frame. It asks the ad server and plays the ads; this channel is its only
// connection to the page around it.

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);

const listening = new AbortController();
addEventListener(
  'message',
  ({ source, data, ports: [port] }) => {
    const setup = parseSetup(data);
    if (source !== parent || !setup || !port) return;
    listening.abort();
    run(setup, port);
  },
  { signal: listening.signal },
);

function run(setup: AdSetup, port: MessagePort): void {
  const { language, volume, muted, mayMute, tagUrl } = setup;
  document.documentElement.lang = language;
  const post = (message: FromFrame) => port.postMessage(message);
  const view = createAdView(getAdWords(language));
  const stage: Stage = {
    view,
    sound: { volume, muted },
    mayMute,
    isPaused: false,
    contentSec: 0,
    tracker: null,
    sendPings: createPings(),
    post,
  };
  const sinceMs = performance.now();
  let breaks: AdBreak[] = [];
  let isFirst = true;

  const open = async (): Promise<void> => {
    try {
      breaks = listBreaks(await requestXml(tagUrl, AbortSignal.timeout(RESOLVE_MS)));
    } catch (error) {
      post({ type: 'adEnded', outcome: 'error', code: toCode(error) });
    }
    post({ type: 'ready', offsets: breaks.map(({ offset }) => offset) });
  };
  const play = async (index: number, contentSec: number): Promise<void> => {
    const adBreak = breaks[index];
    if (!adBreak) return post({ type: 'breakEnded' });
    stage.contentSec = contentSec;
    stage.isPaused = false;
    // The tag has taken its part of the time that the first ad has.
    const beginMs = isFirst ? sinceMs : performance.now();
    isFirst = false;
    try {
      await playBreak(stage, adBreak, beginMs);
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      post({ type: 'blocked' });
    }
  };

  port.onmessage = ({ data }) => {
    const message = parseToFrame(data);
    if (message?.type === 'playBreak') void play(message.index, message.contentSec);
    else if (message) obey(stage, message);
  };
  passKeys(post);
  void open();
}

function obey(stage: Stage, message: Exclude<ToFrame, { type: 'playBreak' }>): void {
  const { sound, tracker } = stage;
  const { video } = stage.view;
  if (message.type === 'pause' || message.type === 'resume') {
    const isPaused = message.type === 'pause';
    if (stage.isPaused === isPaused) return;
    stage.isPaused = isPaused;
    tracker?.track(message.type);
    if (isPaused) video.pause();
    // Its silence shows what keeps it from playing.
    else video.play().catch(() => {});
  } else if (message.type === 'sound') {
    if (message.muted !== sound.muted) tracker?.track(message.muted ? 'mute' : 'unmute');
    Object.assign(sound, { volume: message.volume, muted: message.muted });
    video.volume = Math.min(1, message.volume);
    video.muted = message.muted;
  } else {
    tracker?.track(message.isOn ? 'fullscreen' : 'exitFullscreen');
    tracker?.track(message.isOn ? 'playerExpand' : 'playerCollapse');
  }
}

/** The player's keys work here too. Enter and the space bar press the focused button. */
function passKeys(post: (message: FromFrame) => void): void {
  addEventListener('keydown', ({ key, code, shiftKey, ctrlKey, altKey, metaKey, target }) => {
    const isPress = key === 'Enter' || key === ' ';
    const onControl = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
    if (ctrlKey || altKey || metaKey || (isPress && onControl) || key.length > 20) return;
    post({ type: 'key', key, code, shiftKey });
  });
}
