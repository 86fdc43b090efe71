import HlsJs from 'hls.js';
import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoadPolicy,
} from 'hls.js';
import type { LoadedPlaylist } from './engine.ts';

/** Seconds fetched ahead; before the first play only the first segment is. */
export const BUFFER_AHEAD_SEC = 30;
export const BUFFER_BYTES = 60_000_000;

function policy(maxLoadTimeMs: number, maxNumRetry: number): LoadPolicy {
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

// hls.js types this as an enum that it does not export.
function isMultivariant({ type }: { type: string }): boolean {
  return type === 'manifest';
}

/** A loader that answers the first multivariant request from what was fetched already. */
function loaderWith(takePlaylist: () => LoadedPlaylist | null): HlsConfig['loader'] {
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

export function hlsConfig(takePlaylist: () => LoadedPlaylist | null): Partial<HlsConfig> {
  return {
    loader: loaderWith(takePlaylist),
    // fMP4 needs no transmuxing, and a worker would ask for a wider content security policy.
    enableWorker: false,
    autoStartLoad: false,
    capLevelToPlayerSize: true,
    abrEwmaDefaultEstimate: 2_000_000,
    maxBufferLength: 1,
    maxBufferSize: 1,
    backBufferLength: 60,
    manifestLoadPolicy: policy(20_000, 1),
    playlistLoadPolicy: policy(20_000, 3),
    fragLoadPolicy: policy(60_000, 4),
    keyLoadPolicy: policy(20_000, 3),
  };
}
