import { createCore } from './core.ts';
import type { Core } from './core.ts';
import { chooseLanguage } from './language.ts';
import { problemOf } from './problems.ts';
import { nameInSystem } from './media-session.ts';
import { announceEvents } from './player-events.ts';
import css from './kinora-player.css?inline';
import { el } from './ui/dom.ts';
import { createStage } from './ui/stage.ts';
import type { Stage } from './ui/stage.ts';
import { wordsOf } from './words.ts';

let sheet: CSSStyleSheet | null = null;

/** A constructed sheet: allowed under `style-src 'self'`, and parsed once for all players. */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

/**
 * `<kinora-player>`: `src` (HLS playlist), `poster`, `video-title`, `lang` (th, en), `autoplay`,
 * `muted`, `start-time` (seconds); or `error-code` (403, 404, 410, 451) with an optional
 * `error-reason` (as `X-Reason`) to show why nothing plays. Events are listed in the README.
 */
export class KinoraPlayer extends HTMLElement {
  static readonly observedAttributes =
    'src error-code error-reason poster video-title lang muted'.split(' ');

  readonly #video = el('video', { playsinline: true, preload: 'auto' });
  #core: Core | null = null;
  #stage: Stage | null = null;
  #connection = new AbortController();

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [styleSheet()];
    this.addEventListener('keydown', (event) => this.handleKeydown(event));
  }

  connectedCallback(): void {
    this.#connection = new AbortController();
    // Keeps AirPlay's absence from blocking ManagedMediaSource in Safari.
    this.#video.disableRemotePlayback = true;
    this.#video.muted = this.hasAttribute('muted');
    this.#core = createCore(this.#video, this);
    announceEvents(this, this.#core.store, this.#connection.signal);
    nameInSystem(this.#core.store, this.#connection.signal, () => this.#description());
    this.#build();
    this.#open();
  }

  disconnectedCallback(): void {
    this.#connection.abort();
    this.#stage?.dispose();
    this.#core?.close();
    this.#core = null;
  }

  attributeChangedCallback(name: string, former: string | null, value: string | null): void {
    if (!this.#core || former === value) return;
    if (name === 'src' || name === 'error-code' || name === 'error-reason') this.#open();
    else if (name === 'muted') this.#video.muted = value !== null;
    else this.#build();
  }

  #description(): { title: string; posterUrl: string | null } {
    return {
      title: this.getAttribute('video-title') ?? '',
      posterUrl: this.getAttribute('poster') || null,
    };
  }

  #build(): void {
    const core = this.#core;
    if (!core || !this.shadowRoot) return;
    this.#stage?.dispose();
    const inherited = this.closest<HTMLElement>('[lang]')?.lang;
    const language = chooseLanguage([inherited, ...navigator.languages]);
    this.#stage = createStage({
      store: core.store,
      video: this.#video,
      ...this.#description(),
      language,
      words: wordsOf(language),
      request: (request) => core.request(request),
    });
    this.shadowRoot.replaceChildren(this.#stage.element);
  }

  #open(): void {
    const code = Number(this.getAttribute('error-code'));
    const startSec = Number(this.getAttribute('start-time'));
    this.#core?.open(code > 0 ? null : this.getAttribute('src') || null, {
      startSec: startSec > 0 ? startSec : 0,
      autoplay: this.hasAttribute('autoplay'),
    });
    if (code > 0)
      this.#core?.store.patch({ problem: problemOf(code, this.getAttribute('error-reason')) });
  }

  /** For pages that give the player all keys, as the embed page does. */
  handleKeydown(event: KeyboardEvent): void {
    if (!event.defaultPrevented) this.#stage?.keydown(event);
  }

  play(): void {
    this.#core?.request({ type: 'play' });
  }

  pause(): void {
    this.#core?.request({ type: 'pause' });
  }

  get paused(): boolean {
    return this.#video.paused;
  }

  /** Seconds. */
  get currentTime(): number {
    return this.#video.currentTime;
  }

  set currentTime(timeSec: number) {
    this.#core?.request({ type: 'seekTo', timeSec });
  }

  /** Seconds, NaN until known. */
  get duration(): number {
    return this.#video.duration;
  }

  get volume(): number {
    return this.#video.volume;
  }

  set volume(volume: number) {
    this.#core?.request({ type: 'setVolume', volume });
  }
}

if (!customElements.get('kinora-player')) customElements.define('kinora-player', KinoraPlayer);

declare global {
  interface HTMLElementTagNameMap {
    'kinora-player': KinoraPlayer;
  }
}
