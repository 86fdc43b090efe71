import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { parseWaitMs, WAIT_HEADER } from './segment-waits.ts';
import type { HoldWatch, QualityCap } from './segment-waits.ts';

type Shaka = typeof shaka;
type Request = shaka.extern.Request;

/** What was being asked for, by the request object that Shaka Player passes along. */
export interface WaitLog {
  /**
   * Milliseconds from asking to the first byte of an answer that the edge held, else 0; each is
   * given once.
   */
  takeHeldMs(request: Request): number;
  /** The status that the last segment failed with, null when no answer came. */
  lastStatus(): number | null;
}

/**
 * Shaka Player takes what comes faster for the browser's cache and counts it for nothing. What was
 * held is from no cache: were only its slowest answers counted, the estimate would be theirs.
 */
export const CACHED_BELOW_MS = 5;

export interface WaitingAbrOptions {
  readonly log: WaitLog;
  readonly cap: QualityCap;
  /** Whether the stream that plays is still being encoded. */
  readonly isOpen: () => boolean;
}

/**
 * Shaka Player's own choice of variant, kept under the cap, with the time that the edge held
 * responses taken out of the bandwidth samples. An open stream begins with the first picture of
 * its manifest, which is what is encoded first.
 */
export function waitingAbr(
  { abr, net }: Shaka,
  { log, cap, isOpen }: WaitingAbrOptions,
): shaka.extern.AbrManager {
  const Waiting = class extends abr.SimpleAbrManager {
    #variants: readonly shaka.extern.Variant[] = [];
    #hasPicture = false;

    override setVariants(variants: shaka.extern.Variant[], isLowLatency: boolean): boolean {
      this.#variants = variants;
      const changed: unknown = super.setVariants(variants, isLowLatency);
      return changed === true;
    }

    override chooseVariant(preferFastSwitching?: boolean): shaka.extern.Variant {
      const chosen = super.chooseVariant(preferFastSwitching);
      if (chosen?.video && isOpen() && !this.#hasPicture) return this.#first(chosen);
      const below = cap.below();
      if (!chosen?.video || rankOf(chosen.video) < below) return chosen;
      const rising = this.#variants
        .filter(({ video, audio }) => video && audio === chosen.audio)
        .toSorted((a, b) => rankOf(a.video) - rankOf(b.video));
      return rising.findLast(({ video }) => rankOf(video) < below) ?? rising[0] ?? chosen;
    }

    /** Shaka Player numbers pictures as the manifest lists them. */
    #first(chosen: shaka.extern.Variant): shaka.extern.Variant {
      const [first] = this.#variants
        .filter(({ video, audio }) => video && audio === chosen.audio)
        .toSorted((a, b) => (a.video?.id ?? 0) - (b.video?.id ?? 0));
      return first ?? chosen;
    }

    override segmentDownloaded(
      deltaTimeMs: number,
      numBytes: number,
      allowSwitch: boolean,
      request?: Request,
      context?: shaka.extern.RequestContext,
    ): void {
      const { MEDIA_SEGMENT } = net.NetworkingEngine.AdvancedRequestType;
      if (context?.stream?.type === 'video' && context.type === MEDIA_SEGMENT) {
        this.#hasPicture = true;
      }
      // The first sample of a request runs from its start, so the time held is in there.
      const heldMs = request ? log.takeHeldMs(request) : 0;
      super.segmentDownloaded(
        heldMs > 0 ? Math.max(CACHED_BELOW_MS, deltaTimeMs - heldMs) : deltaTimeMs,
        numBytes,
        allowSwitch,
        request,
        context,
      );
    }
  };
  return new Waiting();
}

function rankOf(stream: shaka.extern.Stream | null): number {
  return stream?.bandwidth ?? 0;
}

interface Asked {
  readonly stream: shaka.extern.Stream | undefined;
  readonly atMs: number;
  begun: boolean;
  /** As the edge tells it. */
  waitMs: number;
  /** As it is seen from here, until a bandwidth sample was cleared of it. */
  heldMs: number;
}

/** Follows every segment request of a player, from asking to the first byte. */
export function logWaits(
  { net }: Shaka,
  player: shaka.Player,
  cap: QualityCap,
  watch: () => HoldWatch | null,
): WaitLog {
  const asked = new WeakMap<Request, Asked>();
  let lastStatus: number | null = null;
  const networking = player.getNetworkingEngine();
  networking?.registerRequestFilter((type, request, context) => {
    if (type !== net.NetworkingEngine.RequestType.SEGMENT) return;
    const atMs = performance.now();
    const entry: Asked = { stream: context?.stream, atMs, begun: false, waitMs: 0, heldMs: 0 };
    asked.set(request, entry);
    watch()?.asked(request, entry.stream?.type ?? '', () => entry.begun);
  });
  player.addEventListener('downloadheadersreceived', (event: Event) => {
    const { request, headers } = event as Event & {
      request: Request;
      headers: Readonly<Record<string, string>>;
    };
    const entry = asked.get(request);
    if (!entry) return;
    entry.begun = true;
    entry.waitMs = parseWaitMs(headers[WAIT_HEADER], headers['age']);
    if (entry.waitMs > 0) entry.heldMs = performance.now() - entry.atMs;
  });
  player.addEventListener('downloadcompleted', (event: Event) => {
    const { request } = event as Event & { request: Request };
    const entry = asked.get(request);
    if (!entry) return;
    waitedFor(entry, entry.waitMs);
    watch()?.ended(request, 'bytes', entry.waitMs);
  });
  player.addEventListener('downloadfailed', (event: Event) => {
    const { request, httpResponseCode } = event as Event & {
      request: Request;
      httpResponseCode: number;
    };
    const entry = asked.get(request);
    if (!entry) return;
    const notYet = httpResponseCode === 503;
    lastStatus = httpResponseCode || null;
    if (notYet) waitedFor(entry, Number.POSITIVE_INFINITY);
    watch()?.ended(request, notYet ? 'notYet' : 'dropped', 0);
  });
  const waitedFor = ({ stream }: Asked, waitMs: number): void => {
    if (stream?.type === 'video') cap.waited(rankOf(stream), waitMs);
  };

  return {
    takeHeldMs(request) {
      const entry = asked.get(request);
      const heldMs = entry?.heldMs ?? 0;
      if (entry) entry.heldMs = 0;
      return heldMs;
    },
    lastStatus: () => lastStatus,
  };
}
