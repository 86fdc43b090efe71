import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import type { DrmOptions, Engine, EngineEvent, EngineListener, LoadedPlaylist } from './engine.ts';
import { findLicencePlaces } from './licence-places.ts';
import type { Licensing } from './licence-request.ts';
import type { Problem } from './problems.ts';
import {
  createDelayWatch,
  createQualityCap,
  MAX_NOT_YET_RETRIES,
  NOT_YET_RETRY_MS,
} from './segment-waits.ts';
import type { DelayWatch } from './segment-waits.ts';
import { createDataUriScheme } from './shaka-data-uri.ts';
import { requestLicences, toProtectionProblem } from './shaka-licences.ts';
import {
  listCaptions,
  listTracks,
  findVariantOfLevel,
  findVariantOfAudio,
} from './shaka-tracks.ts';
import { CACHED_BELOW_MS, logWaits, createWaitingAbr, holdMedia } from './shaka-waits.ts';

type Shaka = typeof shaka;

const BUFFER_AHEAD_SEC = 30;
/** Tries of a segment after a failure that may be transient. */
const MAX_FAILURE_RETRIES = 4;

const MIME_TYPES = { dash: 'application/dash+xml', hls: 'application/x-mpegurl' } as const;

/** Downloads Shaka Player. Each build has one parser; together they would be half as large again. */
export async function downloadShaka(format: LoadedPlaylist['format']): Promise<Shaka> {
  if (format === 'dash')
    return (await import('shaka-player/dist/shaka-player.dash-es2021.js')).default;
  // Both builds have the used parts alike, though their types have different origins.
  const hls: unknown = (await import('shaka-player/dist/shaka-player.hls-es2021.js')).default;
  return hls as Shaka;
}

/** Shaka makes one try and reports its failure to us, as only we know the meaning of the edge's answers. */
const SEGMENT_REQUEST = {
  maxAttempts: 1,
  baseDelay: NOT_YET_RETRY_MS,
  backoffFactor: 1,
  fuzzFactor: 0,
  timeout: 60_000,
  // The edge delays a segment for 8 s before the first byte.
  connectionTimeout: 15_000,
  stallTimeout: 15_000,
};

function createConfiguration(drm: DrmOptions | null): object {
  return {
    abr: {
      defaultBandwidthEstimate: 2_000_000,
      cacheLoadThreshold: CACHED_BELOW_MS,
      useNetworkInformation: false,
      restrictToElementSize: true,
    },
    // A stream may be opened before play, but licences are only for viewers who watch.
    drm: { clearKeys: { ...drm?.clearKeys }, delayLicenseRequestUntilPlayed: true },
    manifest: { hls: { disableClosedCaptionsDetection: true } },
    streaming: {
      bufferingGoal: 1,
      bufferBehind: 60,
      maxDisabledTime: 0,
      // Version 5.2.12 reuses a prefetched init segment that was aborted, for ever, when a seek
      // follows a change of language closely.
      segmentPrefetchLimit: 0,
      retryParameters: SEGMENT_REQUEST,
    },
  };
}

/** Creates an engine of Shaka Player, for DASH and protected streams. */
export async function createShakaEngine(
  format: LoadedPlaylist['format'],
  drm: DrmOptions | null,
  licensing: Licensing,
): Promise<Engine> {
  const library = await downloadShaka(format);
  library.polyfill.installAll();
  if (drm) library.net.NetworkingEngine.registerScheme('data', createDataUriScheme(library));
  return createEngine(library, drm, licensing);
}

function createEngine(library: Shaka, drm: DrmOptions | null, licensing: Licensing): Engine {
  const { Category, Severity } = library.util.Error;
  const listeners = new Set<EngineListener>();
  const player = new library.Player();
  const cap = createQualityCap();
  let watch: DelayWatch | null = null;
  let video: HTMLVideoElement | null = null;
  let failures = 0;
  let isOpen = false;
  let isLoaded = false;
  let hasLicenceFailed = false;
  let wanted: Promise<void> | null = null;
  // This is released first, as requests that are held back aren't awaited.
  holdMedia(library, player, () => wanted);
  const log = logWaits(library, player, cap, () => watch);
  const emit = (event: EngineEvent): void => listeners.forEach((listener) => listener(event));

  const fillBuffer = (): void => {
    player.configure('streaming.bufferingGoal', BUFFER_AHEAD_SEC);
  };

  const failLicence = (problem: Problem): void => {
    // Problems that follow from the first one are not told.
    if (!hasLicenceFailed) emit({ type: 'licenceFailure', problem });
    hasLicenceFailed = true;
  };
  const licences = requestLicences(library, player, licensing, failLicence);

  const emitTracks = (): void => {
    const { levels, audioTracks, levelId, audioTrackId } = listTracks(player.getVariantTracks());
    // Captions chosen earlier would be reset when loading ends.
    const captions = isLoaded ? listCaptions(player.getTextTracks()) : [];
    emit({ type: 'tracks', levels, audioTracks, captions });
    if (levelId !== null) emit({ type: 'level', id: levelId });
    if (audioTrackId !== null) emit({ type: 'audioTrack', id: audioTrackId });
    const shown = player.getTextTracks().find(({ active }) => active);
    emit({ type: 'captions', id: shown?.id ?? null });
  };

  // Called for a segment that failed; streaming stops until it is resumed.
  const onSegmentError = (error: shaka.util.Error): void => {
    if (error.category !== Category.NETWORK) return;
    const status = log.getLastStatus();
    failures += 1;
    const isTransient = status === null || status >= 500;
    if (isTransient && failures <= (status === 503 ? MAX_NOT_YET_RETRIES : MAX_FAILURE_RETRIES)) {
      player.retryStreaming(NOT_YET_RETRY_MS / 1000);
    } else emit({ type: 'networkFailure', status });
  };

  const onError = (error: shaka.util.Error): void => {
    // The failure callback handles segments.
    if (error.severity !== Severity.CRITICAL || error.category === Category.NETWORK) return;
    const problem = toProtectionProblem(library, error);
    if (problem) return failLicence(problem);
    emit({ type: 'mediaFailure' });
  };

  const onLoadError = (reason: unknown): void => {
    if (!(reason instanceof library.util.Error)) return emit({ type: 'mediaFailure' });
    if (reason.code === library.util.Error.Code.LOAD_INTERRUPTED) return;
    const problem = toProtectionProblem(library, reason);
    if (problem) return failLicence(problem);
    if (reason.category !== Category.NETWORK) return emit({ type: 'mediaFailure' });
    const status: unknown = Array.isArray(reason.data) ? reason.data[1] : null;
    emit({ type: 'networkFailure', status: typeof status === 'number' ? status : null });
  };

  player.configure(createConfiguration(drm));
  player.configure({
    abrFactory: () => createWaitingAbr(library, { log, cap, isOpen: () => isOpen }),
    streaming: { failureCallback: onSegmentError },
  });
  player.addEventListener('error', (event: Event) => {
    const { detail } = event as Event & { detail: shaka.util.Error };
    onError(detail);
  });
  for (const type of ['trackschanged', 'adaptation', 'variantchanged', 'textchanged']) {
    player.addEventListener(type, emitTracks);
  }
  player.addEventListener('downloadcompleted', () => {
    failures = 0;
    emit({ type: 'progress' });
  });

  return {
    async attach(element) {
      video = element;
      if (!element.paused) fillBuffer();
      element.addEventListener('play', fillBuffer);
      await player.attach(element);
    },
    load(playlist, startSec, whenWanted) {
      wanted = whenWanted;
      void whenWanted.then(() => {
        if (wanted === whenWanted) wanted = null;
      });
      const { url, format, open } = playlist;
      isOpen = open;
      hasLicenceFailed = false;
      licences.set(drm ? null : findLicencePlaces(playlist));
      watch?.stop();
      watch = createDelayWatch(open, (isDelayed) => emit({ type: 'delayed', isDelayed }));
      isLoaded = false;
      const loaded = (): void => {
        isLoaded = true;
        emitTracks();
      };
      player.load(url, startSec, MIME_TYPES[format]).then(loaded, onLoadError);
    },
    resume() {
      failures = 0;
      player.retryStreaming();
    },
    setLevel(id) {
      player.configure('abr.enabled', id === null);
      const variant = id === null ? null : findVariantOfLevel(player.getVariantTracks(), id);
      if (variant) player.selectVariantTrack(variant);
    },
    setAudioTrack(id) {
      const wanted = findVariantOfAudio(player.getVariantTracks(), id);
      const track = player
        .getAudioTracks()
        .find(({ language, label }) => language === wanted?.language && label === wanted.label);
      if (track) player.selectAudioTrack(track);
    },
    setCaptions(id) {
      player.selectTextTrack(player.getTextTracks().find((track) => track.id === id) ?? null);
    },
    frameRate: () => player.getVariantTracks().find(({ active }) => active)?.frameRate || null,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      video?.removeEventListener('play', fillBuffer);
      watch?.stop();
      licences.stop();
      listeners.clear();
      player.destroy().catch(() => {});
    },
  };
}
