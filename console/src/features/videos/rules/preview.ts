import type { PlayerOptions } from '@kinora/contract/player-options';
import type { Video } from '@kinora/contract/videos/video';

/** Says whether it plays in a page of the edge, which alone may ask a customer's server for the key. */
export function playsInPage({ previewUrl }: Pick<Video, 'previewUrl'>): boolean {
  const path = previewUrl === null ? null : URL.parse(previewUrl)?.pathname;
  // A player opens by itself only what has a file's name.
  return typeof path === 'string' && !path.includes('.');
}

/**
 * A project's player as the console uses it. Watching here must not count: ads would count as seen, and
 * reports as playback. Nothing starts before play is pressed.
 */
export function getPreviewOptions(options: PlayerOptions): PlayerOptions {
  return { ...options, adsEnabled: false, lighthouseEnabled: false, autoplayMode: 'off' };
}
