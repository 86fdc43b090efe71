import HlsJs from 'hls.js';
import type {
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
} from 'hls.js';
import { parseWaitMs, WAIT_HEADER } from './segment-waits.ts';
import type { DelayWatch, QualityCap } from './segment-waits.ts';

// hls.js types this as an enum that it does not export.
function isVideo({ type }: { type: string }): boolean {
  return type === 'main';
}

/**
 * Creates a loader that subtracts the edge's delay from a segment's timing: hls.js would count it
 * as a slow network (abr-controller, `loading.start`). Segments are requested once they are wanted.
 */
export function createSegmentLoader(
  watch: () => DelayWatch | null,
  cap: QualityCap,
  whenWanted: () => Promise<void> | null,
): FragmentLoaderConstructor {
  const Loader = class extends HlsJs.DefaultConfig.loader {
    #isGone = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const fragment = context as FragmentLoaderContext;
      const wanted = fragment.frag.sn === 'initSegment' ? null : whenWanted();
      const begin = (): void => this.#request(fragment, config, callbacks);
      if (wanted) void wanted.then(() => this.#isGone || begin());
      else begin();
    }

    #request(
      fragment: FragmentLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const level = isVideo(fragment.frag) ? fragment.frag.level : null;
      const { stats } = this;
      watch()?.start(this, fragment.frag.type, () => stats.loading.first > 0);
      super.load(fragment, config, {
        ...callbacks,
        onSuccess: (response, loaded, ...rest) => {
          const waitMs = this.#waitMs();
          const { loading } = loaded;
          loading.start = Math.min(loading.start + waitMs, loading.first);
          if (level !== null) cap.recordWait(level, waitMs);
          watch()?.end(this, 'bytes', waitMs);
          callbacks.onSuccess(response, loaded, ...rest);
        },
        onError: (error, ...rest) => {
          const notYet = error.code === 503;
          if (notYet && level !== null) cap.recordWait(level, Number.POSITIVE_INFINITY);
          watch()?.end(this, notYet ? 'notYet' : 'dropped', 0);
          callbacks.onError(error, ...rest);
        },
        onTimeout: (...rest) => {
          watch()?.end(this, 'dropped', 0);
          callbacks.onTimeout(...rest);
        },
      });
    }

    override abort(): void {
      this.#isGone = true;
      watch()?.end(this, 'dropped', 0);
      super.abort();
    }

    override destroy(): void {
      this.#isGone = true;
      watch()?.end(this, 'dropped', 0);
      super.destroy();
    }

    #waitMs(): number {
      return parseWaitMs(this.getResponseHeader?.(WAIT_HEADER), this.getResponseHeader?.('age'));
    }
  };
  // hls.js gives a fragment loader no other requests.
  return Loader as unknown as FragmentLoaderConstructor;
}

/** Creates hls.js's own choice of level, kept under the cap. */
export function createCappedAbr(cap: QualityCap): HlsConfig['abrController'] {
  return class extends HlsJs.DefaultConfig.abrController {
    override get nextAutoLevel(): number {
      return Math.max(0, Math.min(super.nextAutoLevel, cap.getLimit() - 1));
    }

    override set nextAutoLevel(level: number) {
      super.nextAutoLevel = level;
    }
  };
}
