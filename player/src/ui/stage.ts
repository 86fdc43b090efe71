import { asksForKeys, toKeyRequest } from '../keyboard.ts';
import type { PlayerState, Store } from '../store.ts';
import { getPlays, getVisibleProblem, isAdOn } from '../store.ts';
import { OF_ADS } from '../requests.ts';
import { fill } from '../fill.ts';
import { formatTime } from '../format-time.ts';
import { createCaptions } from './captions.ts';
import { createControlBar, getPlayFace } from './control-bar.ts';
import { createElement, findFocusedBeside, setAttributes, setText } from './dom.ts';
import { createIcon, setIcon } from './icons.ts';
import { createIdle } from './idle.ts';
import type { Idle } from './idle.ts';
import type { PartContext } from './part.ts';
import { createPoster } from './poster.ts';
import { createProblemScreen } from './problem-screen.ts';
import { createSeekButtons } from './seek-buttons.ts';
import { createSettingsMenu } from './settings-menu.ts';
import { createTaps } from './taps.ts';
import { createToast } from './toast.ts';
import type { Toast } from './toast.ts';

export type StageOptions = PartContext & {
  readonly store: Store;
  readonly video: HTMLVideoElement;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly posterImage: HTMLImageElement | null;
  /** Keeps the controls shown before and during playback, for people who design their looks. */
  readonly holdsControls: boolean;
};

export type Stage = {
  readonly element: HTMLElement;
  /** Handles a key that is the player's. */
  handleKey(event: KeyboardEvent): void;
  dispose(): void;
};

/** A finger leaves its hover behind, so hover is ignored without a mouse. */
const CAN_HOVER = matchMedia('(hover: hover)');

function getClasses(state: PlayerState): Record<string, boolean> {
  const failed = getVisibleProblem(state) !== null;
  const { adBreak, playWanted, phase, starved } = state;
  // While an ad plays the video may take its time.
  const isStarved = adBreak === 'loading' || (adBreak === null && (phase === 'loading' || starved));
  const isWaiting = playWanted && isStarved;
  return {
    failed,
    waiting: isWaiting && !failed,
    processing: isWaiting && !failed && state.isDelayed,
    started: state.started,
    playing: getPlays(state),
    silent: state.muted || state.volume === 0,
    advert: adBreak === 'playing',
    'audio-only': state.audioOnly,
    casting: state.isCasting,
    empty: state.phase === 'empty',
  };
}

/** Returns the text of a wait: on screen while the video is being processed, else for screen readers. */
function getWaitText(state: PlayerState, words: PartContext['words']): string {
  const { waiting, processing } = getClasses(state);
  if (processing) return words.processing;
  if (!waiting) return '';
  return state.started ? words.buffering : words.loading;
}

/** A picture that doesn't come leaves nothing behind. */
function createLogo(url: string | null): HTMLElement[] {
  if (url === null) return [];
  const logo = createElement('img', { class: 'logo', alt: '', draggable: 'false' });
  logo.addEventListener('error', () => logo.remove());
  logo.src = url;
  return [logo];
}

/** Creates the whole interface of the player around a video element, drawn from the store. */
export function createStage(options: StageOptions): Stage {
  const { store, video, words, title, request } = options;
  const menu = createSettingsMenu(options);
  const bar = createControlBar(options, menu);
  const problem = createProblemScreen(options);
  const poster = createPoster(options);
  const toast = createToast(words);
  const lifetime = new AbortController();
  const captions = createCaptions(video, store, lifetime.signal);
  const bigPlay = createElement(
    'button',
    { type: 'button', class: 'big-play' },
    createIcon('play'),
  );
  const waitText = createElement('div', { class: 'wait-text', role: 'status' });
  const wait = createElement(
    'div',
    { class: 'wait' },
    createElement('div', { class: 'spinner' }),
    waitText,
  );
  const elsewhere = createElement('div', { class: 'elsewhere', role: 'status' });
  const length = createElement('div', { class: 'length' });
  const heading = createElement('div', { class: 'title' }, title);
  const logo = createLogo(options.options.logoUrl ?? null);
  const element = createElement('div', {
    class: 'stage',
    role: 'region',
    tabindex: -1,
    lang: options.language,
    'aria-label': title ? fill(words.regionTitled, { title }) : words.region,
  });
  element.classList.toggle('held', options.holdsControls);
  const { color } = options.options;
  if (color) element.style.setProperty('--mark', color);
  element.append(
    video,
    poster,
    captions.element,
    heading,
    ...logo,
    bigPlay,
    ...createSeekButtons(options, 'skip'),
    length,
    wait,
    elsewhere,
    toast.element,
  );
  element.append(bar.element, menu.element, problem.element);

  const hasFocusInside = (): boolean => {
    const active = findFocusedBeside(element);
    return active !== null && active !== element && active.matches(':focus-visible');
  };
  const idle = createIdle(element, () => {
    const { paused, ended } = store.get();
    // The pointer over an ad isn't seen here.
    if (isAdOn(store.get())) return false;
    const used = element.querySelector(
      CAN_HOVER.matches ? '.dragging, .controls :hover' : '.dragging',
    );
    const busy = options.holdsControls || menu.isOpen() || hasFocusInside() || used !== null;
    return !paused && !ended && !busy;
  });

  const render = (state: PlayerState): void => {
    for (const [name, on] of Object.entries(getClasses(state))) element.classList.toggle(name, on);
    bar.render(state);
    menu.render(state);
    captions.render(state);
    problem.render(state);
    const face = getPlayFace(state, words);
    setIcon(bigPlay, face.icon);
    setAttributes(bigPlay, { 'aria-label': face.label, title: face.label });
    setText(length, state.durationSec > 0 ? formatTime(state.durationSec) : '');
    setText(waitText, getWaitText(state, words));
    setText(elsewhere, state.isCasting ? words.casting : '');
  };
  /** A button that is hidden once it was pressed would leave the focus, and so the keys, to the page. */
  const keepFocus = (): void => {
    const active = findFocusedBeside(element);
    if (!(active instanceof HTMLButtonElement)) return;
    const isShown = active.getClientRects().length > 0;
    if (isShown && getComputedStyle(active).visibility !== 'hidden') return;
    element.focus({ preventScroll: true });
  };
  const unsubscribe = store.subscribe((state, former) => {
    render(state);
    keepFocus();
    const hasTurned = state.paused !== former.paused || state.adBreak !== former.adBreak;
    if (hasTurned || state.ended !== former.ended) idle.show();
  });
  render(store.get());

  const handleKey = (event: KeyboardEvent): void => {
    idle.show();
    const requested = toKeyRequest(event);
    const isPlayable = !element.classList.contains('failed') && !isAdOn(store.get());
    if (asksForKeys(event) && isPlayable) {
      event.preventDefault();
      void import('./key-sheet.ts').then(({ showKeySheet }) => showKeySheet(element, options));
      return;
    }
    if (!requested || element.classList.contains('failed')) return;
    if (isAdOn(store.get()) && !OF_ADS.has(requested.type)) return;
    if (requested.type === 'stepRate' && options.options.speedControl === false) return;
    const onButton = event.composedPath()[0] instanceof HTMLButtonElement;
    if (onButton && event.key === ' ') return;
    event.preventDefault();
    request(requested);
    toast.show(requested, store.get());
  };

  bigPlay.addEventListener('click', () => request({ type: 'togglePlay' }));
  followPointer(element, [video, poster], options, { menu, idle, toast });
  element.addEventListener('focusin', () => idle.show());

  return {
    element,
    handleKey,
    dispose() {
      unsubscribe();
      lifetime.abort();
      idle.stop();
    },
  };
}

/**
 * Handles pointers: a mouse click plays or pauses, a tap shows or hides the controls, a double
 * click or tap fills the screen, and a double tap at a side seeks.
 */
function followPointer(
  element: HTMLElement,
  surfaces: readonly HTMLElement[],
  { request, store }: StageOptions,
  { menu, idle, toast }: { menu: { isOpen(): boolean; close(): void }; idle: Idle; toast: Toast },
): void {
  let wasIdle = false;
  // Not every browser says which device a click came from.
  let isTouch = false;
  const toTap = createTaps();
  const onTap = ({ clientX, timeStamp }: MouseEvent): void => {
    const { started, paused } = store.get();
    if (isAdOn(store.get())) return request({ type: 'togglePlay' });
    const box = element.getBoundingClientRect();
    const tap = toTap((clientX - box.left) / box.width, timeStamp);
    if (tap.type === 'seek') {
      request({ type: 'seekBy', deltaSec: tap.deltaSec });
      toast.showTaps(tap.totalSec);
    } else if (tap.type === 'double') request({ type: 'toggleFullscreen' });
    else if (!started) request({ type: 'togglePlay' });
    else if (!wasIdle && !paused) idle.hide();
  };
  element.addEventListener('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch';
    wasIdle = element.classList.contains('idle');
    idle.show();
    const path = event.composedPath();
    const inMenu = path.some((node) => node instanceof HTMLElement && node.role === 'menu');
    const onMenuButton = path.some(
      (node) => node instanceof HTMLElement && node.getAttribute('aria-haspopup') === 'menu',
    );
    if (menu.isOpen() && !inMenu && !onMenuButton) {
      menu.close();
      wasIdle = true;
    }
  });
  element.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') idle.show();
  });
  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') idle.hide();
  });
  for (const surface of surfaces) {
    surface.addEventListener('click', (event) => {
      if (isTouch) onTap(event);
      else request({ type: 'togglePlay' });
    });
    surface.addEventListener('dblclick', () => {
      if (!isTouch) request({ type: 'toggleFullscreen' });
    });
  }
}
