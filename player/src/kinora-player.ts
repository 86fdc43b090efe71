import { findAdTag, openAdGate } from './ad-gate.ts';
import { parseChapters } from './chapters.ts';
import { parseDrm } from './drm-options.ts';
import { createPlayback } from './playback.ts';
import type { Playback } from './playback.ts';
import { chooseLanguage, type Language } from './language.ts';
import { toProblem } from './problems.ts';
import type { Problem } from './problems.ts';
import { describeToSystem } from './media-session.ts';
import type { MediaDescription } from './media-session.ts';
import { reportPlayback } from './playback-reports.ts';
import { announce, announceEvents } from './player-events.ts';
import { type Options, parseAutoplay, parseOptions, parsePreload } from './player-options.ts';
import type { OpenOptions } from './source.ts';
import { getVisibleProblem } from './store.ts';
import { requestSettings, toSettingsUrl } from './video-settings.ts';
import { createElement } from './ui/dom.ts';
import { getStyleSheets } from './ui/styles.ts';
import { createStage } from './ui/stage.ts';
import type { Stage } from './ui/stage.ts';
import { getWords } from './words.ts';

/** Apple's browsers decrypt HLS streams. */
const hasFairPlay = (): boolean => 'WebKitMediaKeys' in globalThis;

const SOURCE_ATTRIBUTES = ['src', 'drm', 'error-code', 'error-reason'];

/**
 * `<kinora-player>`: `video` (address of a watch or embed page, which says all the rest), or `src`
 * (HLS playlist or DASH manifest), `fairplay-src` (HLS playlist for Apple’s browsers, where it is set),
 * `license-token` (of a protected stream), `drm` (JSON: clear keys), `poster`,
 * `storyboard` (address of its JSON), `video-title`, `lang` (th, en), `autoplay`, `muted`, `loop`,
 * `start-time` and `video-duration` (seconds; shown until the media state it), `preload` (`none`
 * requests only the poster before play is pressed), `hold-controls` (shown before and while it plays), `report-url` (is sent how playing went), `options` (JSON, as the API has them) and
 * `chapters` (JSON); or `error-code` (403, 404, 410, 451) with an
 * optional `error-reason` (as `X-Reason`) and `request-id` (as `X-Request-Id`) to show why nothing
 * plays. Events are listed in the README.
 */
export class KinoraPlayer extends HTMLElement {
  static readonly observedAttributes =
    'src drm license-token error-code error-reason poster storyboard video-title lang muted loop options chapters video'.split(
      ' ',
    );

  readonly #video = createElement('video', { playsinline: true, preload: 'auto' });
  #playback: Playback | null = null;
  #stage: Stage | null = null;
  #ads: { close(): void } | null = null;
  #connection = new AbortController();
  #loading = new AbortController();
  /** Gives a token for licences when the player has none, or its own has expired. */
  getLicenseToken: (() => string | null | Promise<string | null>) | null = null;
  /** Names of the attributes that the edge has stated. */
  #loaded: string[] = [];

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = getStyleSheets();
    this.addEventListener('keydown', (event) => this.handleKeydown(event));
    for (const type of ['pointerenter', 'focusin']) {
      this.addEventListener(type, () => this.#playback?.prepare());
    }
  }

  connectedCallback(): void {
    this.#connection = new AbortController();
    // Otherwise AirPlay would block ManagedMediaSource in Safari.
    this.#video.disableRemotePlayback = true;
    this.#video.muted = this.hasAttribute('muted') || this.#options().muted === true;
    this.#video.loop = this.hasAttribute('loop');
    this.#playback = createPlayback(this.#video, this, () => this.#options().autoRotate !== false);
    announceEvents(this, this.#playback.store, this.#connection.signal);
    reportPlayback(
      this.#playback.store,
      () => this.getAttribute('report-url'),
      this.#connection.signal,
    );
    describeToSystem(
      {
        store: this.#playback.store,
        request: (request) => this.#playback?.request(request),
        describe: () => this.#description(),
      },
      this.#connection.signal,
    );
    this.#build();
    if (this.hasAttribute('video')) void this.#load();
    else this.#open();
  }

  disconnectedCallback(): void {
    this.#connection.abort();
    this.#loading.abort();
    this.#stage?.dispose();
    this.#ads?.close();
    this.#playback?.close();
    this.#playback = null;
  }

  attributeChangedCallback(name: string, former: string | null, value: string | null): void {
    if (!this.#playback || former === value) return;
    if (name === 'video') void this.#load();
    else if (name === 'license-token') this.#retryLicence();
    else if (SOURCE_ATTRIBUTES.includes(name)) this.#open();
    else if (name === 'muted') this.#video.muted = value !== null;
    else if (name === 'loop') this.#video.loop = value !== null;
    else this.#build();
  }

  /** Applies the edge's facts about the video, except those that the page states itself. */
  async #load(): Promise<void> {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const url = toSettingsUrl(this.getAttribute('video') ?? '', document.baseURI);
    for (const name of this.#loaded) this.removeAttribute(name);
    this.#loaded = [];
    if (url === null) return;
    const settings = await requestSettings(url, signal, () =>
      this.#playback?.store.patch({ problem: { kind: 'network', status: null } }),
    );
    if (signal.aborted || !this.isConnected) return;
    this.#playback?.store.patch({ problem: null });
    const own = Object.entries(settings).filter(([name]) => !this.hasAttribute(name));
    this.#loaded = own.map(([name]) => name);
    // The video is opened last, with all that says how.
    const isSource = (name: string) => Number(SOURCE_ATTRIBUTES.includes(name));
    for (const [name, value] of own.toSorted(([one], [other]) => isSource(one) - isSource(other))) {
      this.setAttribute(name, value);
    }
  }

  #options(): Options {
    return parseOptions(this.getAttribute('options'));
  }

  #language(): Language {
    const inherited = this.closest<HTMLElement>('[lang]')?.lang;
    return chooseLanguage([inherited, ...navigator.languages]);
  }

  #description(): MediaDescription {
    return {
      title: this.getAttribute('video-title') ?? '',
      posterUrl: this.getAttribute('poster') || null,
      chapters: parseChapters(this.getAttribute('chapters')),
    };
  }

  /** The page's own image of the poster, in the slot for it. */
  #posterImage(): HTMLImageElement | null {
    const image = this.querySelector<HTMLImageElement>(':scope > img[slot=poster]');
    const url = URL.parse(this.getAttribute('poster') ?? '', document.baseURI);
    return image?.src === url?.href ? image : null;
  }

  #build(): void {
    const playback = this.#playback;
    if (!playback || !this.shadowRoot) return;
    const former = this.#stage;
    former?.dispose();
    const language = this.#language();
    this.#stage = createStage({
      store: playback.store,
      video: this.#video,
      ...this.#description(),
      posterImage: this.#posterImage(),
      holdsControls: this.hasAttribute('hold-controls'),
      language,
      words: getWords(language),
      storyboardUrl: this.getAttribute('storyboard') || null,
      options: this.#options(),
      request: (request) => playback.request(request),
    });
    // A frame with an ad must not be moved in the document, as it would reload.
    former?.element.remove();
    this.shadowRoot.prepend(this.#stage.element);
  }

  #open(): void {
    const code = Number(this.getAttribute('error-code'));
    const startSec = Number(this.getAttribute('start-time'));
    const durationSec = Number(this.getAttribute('video-duration'));
    const fairPlayUrl = hasFairPlay() ? this.getAttribute('fairplay-src') : null;
    const url = code > 0 ? null : fairPlayUrl || this.getAttribute('src') || null;
    const drm = parseDrm(this.getAttribute('drm'));
    const tagUrl = url === null ? null : findAdTag(this.#options());
    this.#ads?.close();
    this.#ads = null;
    this.#playback?.open(url, {
      startSec: startSec > 0 ? startSec : 0,
      durationSec: durationSec > 0 ? durationSec : Number.NaN,
      ...this.#beginning(),
      drm,
      isProtected: drm !== null || Boolean(fairPlayUrl),
      tokens: { get: (isRenewal) => this.#getToken(isRenewal) },
      hasAds: tagUrl !== null,
    });
    if (tagUrl !== null) this.#openAds(tagUrl);
    if (code <= 0) return;
    const [reason, requestId] = [
      this.getAttribute('error-reason'),
      this.getAttribute('request-id'),
    ];
    this.#playback?.store.patch({ problem: toProblem(code, reason, requestId) });
  }

  async #getToken(isRenewal: boolean): Promise<string | null> {
    const given = this.getAttribute('license-token');
    if (given !== null && !isRenewal) return given;
    try {
      return (await this.getLicenseToken?.()) ?? null;
    } catch {
      return null;
    }
  }

  /** A token that comes late is used at once. */
  #retryLicence(): void {
    if (this.problem?.kind.startsWith('licence')) this.#playback?.request({ type: 'retry' });
  }

  #openAds(tagUrl: string): void {
    if (!this.#playback || !this.shadowRoot) return;
    this.#ads = openAdGate({
      playback: this.#playback,
      video: this.#video,
      root: this.shadowRoot,
      tagUrl,
      language: this.#language(),
      autoplayMuted: this.#options().autoplayAdsMuted !== false,
      autoplay: this.#beginning().autoplay,
      announce: (name, detail) => announce(this, name, detail),
    });
  }

  /** The page's own attributes come before the options. */
  #beginning(): Pick<OpenOptions, 'autoplay' | 'preload'> {
    const { autoplayMode, preload } = this.#options();
    return {
      autoplay: parseAutoplay(this.getAttribute('autoplay')) ?? autoplayMode ?? 'off',
      preload: parsePreload(this.getAttribute('preload')) ?? preload ?? 'auto',
    };
  }

  /** Handles a key for pages that pass all keys to the player, as the embed page does. */
  handleKeydown(event: KeyboardEvent): void {
    if (!event.defaultPrevented) this.#stage?.handleKey(event);
  }

  play(): void {
    this.#playback?.request({ type: 'play' });
  }

  pause(): void {
    this.#playback?.request({ type: 'pause' });
  }

  /** False as soon as playing is requested, even while the media is still loading. */
  get paused(): boolean {
    return !this.#playback?.store.get().playWanted;
  }

  /** Seconds. */
  get currentTime(): number {
    return this.#playback?.store.get().currentTimeSec ?? 0;
  }

  set currentTime(timeSec: number) {
    this.#playback?.request({ type: 'seekTo', timeSec });
  }

  /** Seconds, NaN until known. */
  get duration(): number {
    return this.#playback?.store.get().durationSec ?? Number.NaN;
  }

  get muted(): boolean {
    return this.#video.muted;
  }

  set muted(muted: boolean) {
    this.toggleAttribute('muted', muted);
    this.#video.muted = muted;
  }

  get loop(): boolean {
    return this.hasAttribute('loop');
  }

  set loop(loop: boolean) {
    this.toggleAttribute('loop', loop);
  }

  /** The reason why nothing plays, null while all is well. */
  get problem(): Problem | null {
    return this.#playback ? getVisibleProblem(this.#playback.store.get()) : null;
  }

  get licenseToken(): string | null {
    return this.getAttribute('license-token');
  }

  set licenseToken(token: string | null) {
    if (token === null) this.removeAttribute('license-token');
    else this.setAttribute('license-token', token);
  }

  get volume(): number {
    return this.#video.volume;
  }

  set volume(volume: number) {
    this.#playback?.request({ type: 'setVolume', volume });
  }
}

if (!customElements.get('kinora-player')) customElements.define('kinora-player', KinoraPlayer);

declare global {
  interface HTMLElementTagNameMap {
    'kinora-player': KinoraPlayer;
  }
}
