import HlsJs from 'hls.js';
import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoadPolicy,
} from 'hls.js';
import type { LoadedPlaylist } from './engine.ts';
import { PatientCaptions, PromptAudio } from './hls-controllers.ts';
import { createCappedAbr, createSegmentLoader } from './hls-waits.ts';
import { MAX_NOT_YET_RETRIES, NOT_YET_RETRY_MS } from './segment-waits.ts';
import type { DelayWatch, QualityCap } from './segment-waits.ts';

/** Seconds fetched ahead; before the first play only the first segment is. */
export const BUFFER_AHEAD_SEC = 30;
export const MAX_BUFFER_BYTES = 60_000_000;

/** Tries after a failure that may be transient. */
export const MAX_FAILURE_RETRIES = 4;

function createPolicy(maxLoadTimeMs: number, maxNumRetry: number): LoadPolicy {
  const retry = {
    maxNumRetry,
    retryDelayMs: 500,
    maxRetryDelayMs: 8000,
    backoff: 'exponential',
  } as const;
  return {
    default: {
      maxTimeToFirstByteMs: 10_000,
      maxLoadTimeMs,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  };
}

/** The edge delays a segment for up to 25 s and then answers 503; hls-engine.ts ends the other retries. */
function createSegmentPolicy(): LoadPolicy {
  const retry = {
    retryDelayMs: NOT_YET_RETRY_MS,
    maxRetryDelayMs: NOT_YET_RETRY_MS,
    backoff: 'linear',
  } as const;
  return {
    default: {
      maxTimeToFirstByteMs: 35_000,
      maxLoadTimeMs: 60_000,
      timeoutRetry: { ...retry, maxNumRetry: MAX_FAILURE_RETRIES },
      errorRetry: {
        ...retry,
        maxNumRetry: MAX_NOT_YET_RETRIES,
        shouldRetry: (_policy, count, _isTimeout, response, retryable) =>
          retryable && (response?.code === 503 || count < MAX_FAILURE_RETRIES),
      },
    },
  };
}

// hls.js types this as an enum that it does not export.
function isMultivariant({ type }: { type: string }): boolean {
  return type === 'manifest';
}

/** Creates a loader that answers the first multivariant request from a playlist fetched already. */
function createLoader(takePlaylist: () => LoadedPlaylist | null): HlsConfig['loader'] {
  return class extends HlsJs.DefaultConfig.loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const fetched = isMultivariant(context) ? takePlaylist() : null;
      if (!fetched) return super.load(context, config, callbacks);
      const { stats } = this;
      const { url, text } = fetched;
      stats.loading = { ...fetched.timing };
      stats.loaded = stats.total = text.length;
      queueMicrotask(() =>
        callbacks.onSuccess({ url, data: text, code: 200 }, stats, context, null),
      );
    }
  };
}

export type HlsConfigOptions = {
  readonly takePlaylist: () => LoadedPlaylist | null;
  readonly watch: () => DelayWatch | null;
  readonly cap: QualityCap;
  /** Null: now. */
  readonly whenWanted: () => Promise<void> | null;
};

export function createHlsConfig({
  takePlaylist,
  watch,
  cap,
  whenWanted,
}: HlsConfigOptions): Partial<HlsConfig> {
  return {
    loader: createLoader(takePlaylist),
    fLoader: createSegmentLoader(watch, cap, whenWanted),
    abrController: createCappedAbr(cap),
    audioStreamController: PromptAudio,
    subtitleStreamController: PatientCaptions,
    // The first segment need not wait until the browser has opened its buffer.
    startFragPrefetch: true,
    // fMP4 needs no transmuxing, and a worker would ask for a wider content security policy.
    enableWorker: false,
    // Ads are the player's own, and captions within the video are in no list of what there is.
    enableInterstitialPlayback: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
    autoStartLoad: false,
    capLevelToPlayerSize: true,
    abrEwmaDefaultEstimate: 2_000_000,
    maxBufferLength: 1,
    maxBufferSize: 1,
    backBufferLength: 60,
    manifestLoadPolicy: createPolicy(20_000, 1),
    playlistLoadPolicy: createPolicy(20_000, 3),
    fragLoadPolicy: createSegmentPolicy(),
    keyLoadPolicy: createPolicy(20_000, 3),
  };
}
