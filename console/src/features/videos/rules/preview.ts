import type { Video } from '@kinora/contract/videos';

/** Whether a customer's server has the key, which pages of the edge alone may ask for: it plays in one. */
export function playsInPage({ previewUrl }: Pick<Video, 'previewUrl'>): boolean {
  const path = previewUrl === null ? null : URL.parse(previewUrl)?.pathname;
  // What a player opens by itself has a file's name.
  return typeof path === 'string' && !path.includes('.');
}
