import type { Engine, EngineEvent, EngineListener } from './engine.ts';

/**
 * Creates an engine that uses the browser's own HLS, for iPhones without Media Source Extensions. The browser
 * chooses levels itself.
 */
export function createNativeEngine(): Engine {
  const listeners = new Set<EngineListener>();
  let video: HTMLVideoElement | null = null;
  let startSec = 0;
  const emit = (event: EngineEvent): void => listeners.forEach((listener) => listener(event));

  const onError = (): void => {
    const code = video?.error?.code;
    if (code === MediaError.MEDIA_ERR_NETWORK) emit({ type: 'networkFailure', status: null });
    // Safari also reports an unreachable source as "not supported"; the playlist was reachable just
    // before.
    else if (code !== undefined) emit({ type: 'mediaFailure' });
  };
  const onProgress = (): void => emit({ type: 'progress' });
  const seekToStart = (): void => {
    if (video && startSec > 0) video.currentTime = startSec;
    emit({ type: 'tracks', levels: [], audioTracks: [], captions: [] });
  };

  return {
    attach(element) {
      video = element;
      // The device plays from the same address.
      element.disableRemotePlayback = false;
      element.addEventListener('error', onError);
      element.addEventListener('progress', onProgress);
      element.addEventListener('loadedmetadata', seekToStart);
    },
    load(playlist, fromSec) {
      startSec = fromSec;
      if (video) video.src = playlist.url;
    },
    resume() {
      if (!video) return;
      startSec = video.currentTime;
      video.load();
    },
    setLevel() {},
    setAudioTrack() {},
    setCaptions() {},
    frameRate: () => null,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      listeners.clear();
      video?.removeEventListener('error', onError);
      video?.removeEventListener('progress', onProgress);
      video?.removeEventListener('loadedmetadata', seekToStart);
      video?.removeAttribute('src');
      if (video) video.disableRemotePlayback = true;
      video?.load();
    },
  };
}
