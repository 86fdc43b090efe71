import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { parseWaitMs, WAIT_HEADER } from './segment-waits.ts';
import type { DelayWatch, QualityCap } from './segment-waits.ts';

type Shaka = typeof shaka;
type Request = shaka.extern.Request;

/** Requests in progress, by the request object that Shaka Player passes along. */
export type WaitLog = {
  /**
   * Takes the milliseconds from the request to the first byte of an answer that the edge delayed,
   * else 0; each is returned once.
   */
  takeDelayMs(request: Request): number;
  /** Returns the status that the last segment failed with, null when no answer came. */
  getLastStatus(): number | null;
};

/**
 * Shaka Player takes faster answers for the browser's cache and ignores them. Delayed answers come
 * from no cache: were only the slowest of them counted, the estimate would be theirs.
 */
export const CACHED_BELOW_MS = 5;

export type WaitingAbrOptions = {
  readonly log: WaitLog;
  readonly cap: QualityCap;
  /** True while the stream that plays is still being encoded. */
  readonly isOpen: () => boolean;
};

/**
 * Creates Shaka Player's own choice of variant, kept under the cap, with the edge's delays
 * subtracted from the bandwidth samples. An open stream begins with the first video of its
 * manifest, which is encoded first.
 */
export function createWaitingAbr(
  { abr, net }: Shaka,
  { log, cap, isOpen }: WaitingAbrOptions,
): shaka.extern.AbrManager {
  const Waiting = class extends abr.SimpleAbrManager {
    #variants: readonly shaka.extern.Variant[] = [];
    #hasVideo = false;

    override setVariants(variants: shaka.extern.Variant[], isLowLatency: boolean): boolean {
      this.#variants = variants;
      const changed: unknown = super.setVariants(variants, isLowLatency);
      return changed === true;
    }

    override chooseVariant(preferFastSwitching?: boolean): shaka.extern.Variant {
      const chosen = super.chooseVariant(preferFastSwitching);
      if (chosen?.video && isOpen() && !this.#hasVideo) return this.#findFirst(chosen);
      const limit = cap.getLimit();
      if (!chosen?.video || getRank(chosen.video) < limit) return chosen;
      const rising = this.#variants
        .filter(({ video, audio }) => video && audio === chosen.audio)
        .toSorted((a, b) => getRank(a.video) - getRank(b.video));
      return rising.findLast(({ video }) => getRank(video) < limit) ?? rising[0] ?? chosen;
    }

    /** Shaka Player numbers videos as the manifest lists them. */
    #findFirst(chosen: shaka.extern.Variant): shaka.extern.Variant {
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
        this.#hasVideo = true;
      }
      // The first sample of a request runs from its start, so the delay is in there.
      const delayMs = request ? log.takeDelayMs(request) : 0;
      super.segmentDownloaded(
        delayMs > 0 ? Math.max(CACHED_BELOW_MS, deltaTimeMs - delayMs) : deltaTimeMs,
        numBytes,
        allowSwitch,
        request,
        context,
      );
    }
  };
  return new Waiting();
}

function getRank(stream: shaka.extern.Stream | null): number {
  return stream?.bandwidth ?? 0;
}

/** Holds back requests for media segments until they are wanted; descriptions pass. */
export function holdMedia(
  { net, util }: Shaka,
  player: shaka.Player,
  whenWanted: () => Promise<void> | null,
): void {
  const { MEDIA_SEGMENT } = net.NetworkingEngine.AdvancedRequestType;
  player.getNetworkingEngine()?.registerRequestFilter((_type, _request, context) => {
    const wanted = context?.type === MEDIA_SEGMENT ? whenWanted() : null;
    if (!wanted) return;
    const aborted = Promise.withResolvers<void>();
    const held = new util.AbortableOperation(Promise.race([wanted, aborted.promise]), () => {
      aborted.resolve();
      return Promise.resolve();
    });
    // Shaka Player waits for a filter's promise where it ends a load, and ends an operation, which its types don't name.
    return held as unknown as Promise<void>;
  });
}

type Requested = {
  readonly stream: shaka.extern.Stream | undefined;
  readonly atMs: number;
  begun: boolean;
  /** The wait that the edge reports. */
  waitMs: number;
  /** The wait as measured here, until it was subtracted from a bandwidth sample. */
  delayMs: number;
};

/** Logs every segment request of a player, from its start to the first byte. */
export function logWaits(
  { net }: Shaka,
  player: shaka.Player,
  cap: QualityCap,
  watch: () => DelayWatch | null,
): WaitLog {
  const requested = new WeakMap<Request, Requested>();
  let lastStatus: number | null = null;
  const networking = player.getNetworkingEngine();
  networking?.registerRequestFilter((type, request, context) => {
    if (type !== net.NetworkingEngine.RequestType.SEGMENT) return;
    const atMs = performance.now();
    const entry: Requested = { stream: context?.stream, atMs, begun: false, waitMs: 0, delayMs: 0 };
    requested.set(request, entry);
    watch()?.start(request, entry.stream?.type ?? '', () => entry.begun);
  });
  player.addEventListener('downloadheadersreceived', (event: Event) => {
    const { request, headers } = event as Event & {
      request: Request;
      headers: Readonly<Record<string, string>>;
    };
    const entry = requested.get(request);
    if (!entry) return;
    entry.begun = true;
    entry.waitMs = parseWaitMs(headers[WAIT_HEADER], headers['age']);
    if (entry.waitMs > 0) entry.delayMs = performance.now() - entry.atMs;
  });
  player.addEventListener('downloadcompleted', (event: Event) => {
    const { request } = event as Event & { request: Request };
    const entry = requested.get(request);
    if (!entry) return;
    recordWait(entry, entry.waitMs);
    watch()?.end(request, 'bytes', entry.waitMs);
  });
  player.addEventListener('downloadfailed', (event: Event) => {
    const { request, httpResponseCode } = event as Event & {
      request: Request;
      httpResponseCode: number;
    };
    const entry = requested.get(request);
    if (!entry) return;
    const notYet = httpResponseCode === 503;
    lastStatus = httpResponseCode || null;
    if (notYet) recordWait(entry, Number.POSITIVE_INFINITY);
    watch()?.end(request, notYet ? 'notYet' : 'dropped', 0);
  });
  const recordWait = ({ stream }: Requested, waitMs: number): void => {
    if (stream?.type === 'video') cap.recordWait(getRank(stream), waitMs);
  };

  return {
    takeDelayMs(request) {
      const entry = requested.get(request);
      const delayMs = entry?.delayMs ?? 0;
      if (entry) entry.delayMs = 0;
      return delayMs;
    },
    getLastStatus: () => lastStatus,
  };
}
