import { keyRequest } from '../keyboard.ts';
import type { PlayerState, Store } from '../store.ts';
import { visibleProblem } from '../store.ts';
import { fill } from '../fill.ts';
import { formatTime } from '../format-time.ts';
import { createControlBar, playFace } from './control-bar.ts';
import { el, focusedBeside, setAttributes, setText } from './dom.ts';
import { icon, setIcon } from './icons.ts';
import { createIdle } from './idle.ts';
import type { PartContext } from './part.ts';
import { createPoster } from './poster.ts';
import { createProblemScreen } from './problem-screen.ts';
import { createSettingsMenu } from './settings-menu.ts';
import { createToast } from './toast.ts';

export interface StageOptions extends PartContext {
  readonly store: Store;
  readonly video: HTMLVideoElement;
  readonly title: string;
  readonly posterUrl: string | null;
}

export interface Stage {
  readonly element: HTMLElement;
  /** Acts on a key that is the player's. */
  keydown(event: KeyboardEvent): void;
  dispose(): void;
}

/** A finger leaves its hover behind, so that it says nothing. */
const CAN_HOVER = matchMedia('(hover: hover)');

function classesOf(state: PlayerState): Record<string, boolean> {
  const failed = visibleProblem(state) !== null;
  const waits = state.playWanted && (state.phase === 'loading' || state.starved);
  return {
    failed,
    waiting: waits && !failed,
    processing: waits && !failed && state.held,
    started: state.started,
    playing: state.playWanted && !state.ended,
    'audio-only': state.audioOnly,
    empty: state.phase === 'empty',
  };
}

/** What a wait is called: on screen while the video is being processed, else for screen readers. */
function waitWords(state: PlayerState, words: PartContext['words']): string {
  const { waiting, processing } = classesOf(state);
  if (processing) return words.processing;
  if (!waiting) return '';
  return state.started ? words.buffering : words.loading;
}

/** The whole face of the player around a video element, drawn from the store. */
export function createStage(options: StageOptions): Stage {
  const { store, video, words, title, request } = options;
  const menu = createSettingsMenu(options);
  const bar = createControlBar(options, menu);
  const problem = createProblemScreen(options);
  const poster = createPoster(options);
  const toast = createToast(words);
  const bigPlay = el('button', { type: 'button', class: 'big-play' }, icon('play'));
  const waitText = el('div', { class: 'wait-text', role: 'status' });
  const wait = el('div', { class: 'wait' }, el('div', { class: 'spinner' }), waitText);
  const length = el('div', { class: 'length' });
  const heading = el('div', { class: 'title' }, title);
  const element = el('div', {
    class: 'stage',
    role: 'region',
    tabindex: -1,
    lang: options.language,
    'aria-label': title ? fill(words.regionTitled, { title }) : words.region,
  });
  element.append(video, poster, heading, bigPlay, length, wait, toast.element);
  element.append(bar.element, menu.element, problem.element);

  const focusInside = (): boolean => {
    const active = focusedBeside(element);
    return active !== null && active !== element && active.matches(':focus-visible');
  };
  const idle = createIdle(element, () => {
    const { paused, ended } = store.get();
    const used = element.querySelector(
      CAN_HOVER.matches ? '.dragging, .controls :hover' : '.dragging',
    );
    const busy = menu.isOpen() || focusInside() || used !== null;
    return !paused && !ended && !busy;
  });

  const render = (state: PlayerState): void => {
    for (const [name, on] of Object.entries(classesOf(state))) element.classList.toggle(name, on);
    bar.render(state);
    menu.render(state);
    problem.render(state);
    const face = playFace(state, words);
    setIcon(bigPlay, face.icon);
    setAttributes(bigPlay, { 'aria-label': face.label, title: face.label });
    setText(length, state.durationSec > 0 ? formatTime(state.durationSec) : '');
    setText(waitText, waitWords(state, words));
  };
  const unsubscribe = store.subscribe((state, former) => {
    render(state);
    if (state.paused !== former.paused || state.ended !== former.ended) idle.wake();
  });
  render(store.get());

  const keydown = (event: KeyboardEvent): void => {
    idle.wake();
    const asked = keyRequest(event);
    if (!asked || element.classList.contains('failed')) return;
    const onButton = event.composedPath()[0] instanceof HTMLButtonElement;
    if (onButton && event.key === ' ') return;
    event.preventDefault();
    request(asked);
    toast.say(asked, store.get());
  };

  bigPlay.addEventListener('click', () => request({ type: 'togglePlay' }));
  followPointer(element, [video, poster], options, { menu, idle });
  element.addEventListener('focusin', () => idle.wake());

  return {
    element,
    keydown,
    dispose() {
      unsubscribe();
      idle.stop();
    },
  };
}

/** A mouse click plays or pauses, a tap shows or hides the controls, a double click fills the screen. */
function followPointer(
  element: HTMLElement,
  surfaces: readonly HTMLElement[],
  { request, store }: StageOptions,
  {
    menu,
    idle,
  }: { menu: { isOpen(): boolean; close(): void }; idle: ReturnType<typeof createIdle> },
): void {
  let wasIdle = false;
  element.addEventListener('pointerdown', (event) => {
    wasIdle = element.classList.contains('idle');
    idle.wake();
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
    if (event.pointerType !== 'touch') idle.wake();
  });
  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') idle.rest();
  });
  for (const surface of surfaces) {
    surface.addEventListener('click', (event) => {
      const touch = event instanceof PointerEvent && event.pointerType === 'touch';
      const { started, paused } = store.get();
      if (!touch || !started) request({ type: 'togglePlay' });
      else if (!wasIdle && !paused) idle.rest();
    });
    surface.addEventListener('dblclick', (event) => {
      const touch = event instanceof PointerEvent && event.pointerType === 'touch';
      if (!touch) request({ type: 'toggleFullscreen' });
    });
  }
}
