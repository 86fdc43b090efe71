import type { PlaybackUrls } from '@kinora/contract/videos';

// `fullscreen` stands here alone: Chromium warns of `allowfullscreen` beside it.
/** The embedded player may do this (specification 3, section 9). */
const ALLOWED = 'autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock';

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** HTML that shows the player in another page, 560×320. The title names the frame there. */
export function createEmbedCode(embeddedUrl: string, title: string): string {
  const parts = [
    `src="${escapeAttribute(embeddedUrl)}"`,
    `title="${escapeAttribute(title)}"`,
    'width="560" height="320"',
    `allow="${ALLOWED}"`,
    'style="border:0"',
  ];
  return `<iframe ${parts.join(' ')}></iframe>`;
}

/** The address for players: HLS first, else the progressive file (specification 3, section 9). */
export function findPlaybackAddress(urls: PlaybackUrls | null): string | undefined {
  const { hls, mp4Playlist } = urls?.primaryPlaybackUrl ?? {};
  return hls?.[0]?.url ?? mp4Playlist?.[0]?.url;
}
