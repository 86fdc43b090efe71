import HlsJs, { ErrorDetails, ErrorTypes, Events } from 'hls.js';
import type { ErrorData, MediaPlaylist } from 'hls.js';
import { offerToAirPlay, onAirPlayTurn } from './airplay.ts';
import type {
  Engine,
  EngineEvent,
  EngineListener,
  LanguageTrack,
  LoadedPlaylist,
} from './engine.ts';
import {
  BUFFER_AHEAD_SEC,
  MAX_BUFFER_BYTES,
  MAX_FAILURE_RETRIES,
  createHlsConfig,
} from './hls-config.ts';
import { createDelayWatch, createQualityCap } from './segment-waits.ts';
import type { DelayWatch } from './segment-waits.ts';

/** Max decoder restarts in one minute before giving up. */
const MAX_MEDIA_RECOVERIES = 2;

/** True when requesting this segment again would not help; hls.js would request it up to 60 times. */
function cannotBeRetried({ details, response, errorAction }: ErrorData): boolean {
  if (details !== ErrorDetails.FRAG_LOAD_ERROR) return false;
  const status = response?.code ?? 0;
  if (status === 503) return false;
  // A lost file may exist in another quality; a refusal covers all of them.
  if (status === 404) return errorAction?.nextAutoLevel === undefined;
  return (status >= 400 && status < 500) || (errorAction?.retryCount ?? 0) >= MAX_FAILURE_RETRIES;
}

const toLanguageTrack = ({ name, lang }: MediaPlaylist, id: number): LanguageTrack => ({
  id,
  name,
  language: lang ?? '',
});

/** Creates an engine of hls.js over Media Source Extensions. */
export function createHlsEngine(): Engine {
  const listeners = new Set<EngineListener>();
  let fetched: LoadedPlaylist | null = null;
  let recoveries: number[] = [];
  let video: HTMLVideoElement | null = null;

  let watch: DelayWatch | null = null;
  let isOpen = false;
  let wanted: Promise<void> | null = null;
  const lifetime = new AbortController();

  const hls = new HlsJs(
    createHlsConfig({
      takePlaylist() {
        const playlist = fetched;
        fetched = null;
        return playlist;
      },
      watch: () => watch,
      cap: createQualityCap(),
      whenWanted: () => wanted,
    }),
  );
  // The player draws them (ui/captions.ts).
  hls.subtitleDisplay = false;
  const emit = (event: EngineEvent): void => listeners.forEach((listener) => listener(event));

  const fillBuffer = (): void => {
    hls.config.maxBufferLength = BUFFER_AHEAD_SEC;
    hls.config.maxBufferSize = MAX_BUFFER_BYTES;
  };

  const recoverDecoder = (): void => {
    const now = performance.now();
    recoveries = recoveries.filter((at) => now - at < 60_000);
    if (recoveries.length >= MAX_MEDIA_RECOVERIES) return emit({ type: 'mediaFailure' });
    recoveries.push(now);
    hls.recoverMediaError();
  };

  const onError = (_event: Events.ERROR, data: ErrorData): void => {
    const isFinal = !data.fatal && cannotBeRetried(data);
    if (isFinal) hls.stopLoad();
    if (!data.fatal && !isFinal) return;
    if (data.type === ErrorTypes.NETWORK_ERROR) {
      const status = data.response?.code;
      emit({ type: 'networkFailure', status: status ? status : null });
    } else if (data.type === ErrorTypes.MEDIA_ERROR) recoverDecoder();
    else emit({ type: 'mediaFailure' });
  };

  const emitTracks = (): void =>
    emit({
      type: 'tracks',
      levels: hls.levels.map((level, id) => ({
        id,
        width: level.width,
        height: level.height,
        bitrateBps: level.bitrate,
      })),
      audioTracks: hls.audioTracks.map(toLanguageTrack),
      captions: hls.subtitleTracks.map(toLanguageTrack),
    });

  // In an open stream the first variant is the one encoded first. Otherwise a small player starts with the
  // largest that fits it.
  hls.on(Events.MANIFEST_PARSED, (_event, { firstLevel }) => {
    hls.startLevel = isOpen ? firstLevel : Math.min(firstLevel, hls.maxAutoLevel);
  });
  hls.on(Events.ERROR, onError);
  hls.on(Events.MANIFEST_PARSED, emitTracks);
  hls.on(Events.LEVELS_UPDATED, emitTracks);
  hls.on(Events.AUDIO_TRACKS_UPDATED, emitTracks);
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, emitTracks);
  hls.on(Events.LEVEL_SWITCHED, (_event, data) => emit({ type: 'level', id: data.level }));
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, data) => emit({ type: 'audioTrack', id: data.id }));
  hls.on(Events.SUBTITLE_TRACK_SWITCH, (_event, { id }) =>
    emit({ type: 'captions', id: id < 0 ? null : id }),
  );
  hls.on(Events.FRAG_LOADED, () => emit({ type: 'progress' }));

  hls.on(Events.MEDIA_ATTACHED, (_event, { media }) => {
    if (hls.url !== null) offerToAirPlay(media as HTMLVideoElement, hls.url);
  });
  // hls.js has let go of the element as it went to the device.
  const comeBack = (isOnDevice: boolean): void => {
    if (isOnDevice || !video || hls.media) return;
    const { currentTime } = video;
    hls.attachMedia(video);
    hls.startLoad(currentTime);
  };

  return {
    attach(element) {
      video = element;
      onAirPlayTurn(element, comeBack, lifetime.signal);
      if (!element.paused) fillBuffer();
      element.addEventListener('play', fillBuffer);
      hls.attachMedia(element);
    },
    load(playlist, startSec, whenWanted) {
      wanted = whenWanted;
      void whenWanted.then(() => {
        if (wanted === whenWanted) wanted = null;
      });
      fetched = playlist;
      isOpen = playlist.open;
      watch?.stop();
      watch = createDelayWatch(playlist.open, (isDelayed) => emit({ type: 'delayed', isDelayed }));
      hls.config.startPosition = startSec;
      hls.loadSource(playlist.url);
      hls.startLoad(startSec);
    },
    resume: () => hls.startLoad(),
    setLevel: (id) => {
      hls.nextLevel = id ?? -1;
    },
    setAudioTrack: (id) => {
      hls.audioTrack = id;
    },
    setCaptions: (id) => {
      hls.subtitleTrack = id ?? -1;
    },
    frameRate: () => hls.levels[hls.currentLevel]?.frameRate || null,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      video?.removeEventListener('play', fillBuffer);
      lifetime.abort();
      watch?.stop();
      listeners.clear();
      hls.destroy();
    },
  };
}
