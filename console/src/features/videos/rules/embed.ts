import { createEmbedCode } from '@kinora/contract/embed-code';
import type { PlaybackUrls } from '@kinora/contract/videos';

/** HTML that shows the player in another page, 560×320 (specification 3, section 9). */
export function createFixedCode(embeddedUrl: string, title: string): string {
  return createEmbedCode(embeddedUrl, title, { width: 560, height: 320 });
}

/** The address for players: HLS first, else the progressive file (specification 3, section 9). */
export function findPlaybackAddress(urls: PlaybackUrls | null): string | undefined {
  const { hls, mp4Playlist } = urls?.primaryPlaybackUrl ?? {};
  return hls?.[0]?.url ?? mp4Playlist?.[0]?.url;
}
