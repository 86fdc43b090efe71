import { createEmbedCode } from '@kinora/contract/embed-code';
import type { Video } from '@kinora/contract/videos/video';

/** The addresses of a video, as it has them or signed. */
export type VideoLinks = Pick<Video, 'watchUrl' | 'playbackUrls'>;

/** HTML that shows the player in another page, 560×320 (specification 3, section 9). */
export function createFixedCode(embeddedUrl: string, title: string): string {
  return createEmbedCode(embeddedUrl, title, { width: 560, height: 320 });
}

/** HTML that shows the player as wide as its place, in the shape of the video. */
export function createResponsiveCode(
  embeddedUrl: string,
  { title, vod }: Pick<Video, 'title'> & { vod: Pick<Video['vod'], 'outputs'> },
): string {
  const sizes = vod.outputs.flatMap(({ width, height }) =>
    width && height ? [[width, height]] : [],
  );
  const [width = 16, height = 9] = sizes.toSorted(([a = 0], [b = 0]) => b - a)[0] ?? [];
  const divisor = getDivisor(width, height);
  return createEmbedCode(embeddedUrl, title, { ratio: `${width / divisor}/${height / divisor}` });
}

function getDivisor(a: number, b: number): number {
  return b === 0 ? a : getDivisor(b, a % b);
}

/** The address for players: HLS first, else the progressive file (specification 3, section 9). */
export function findPlaybackAddress(urls: Video['playbackUrls']): string | undefined {
  const { hls, mp4Playlist } = urls?.primaryPlaybackUrl ?? {};
  return hls?.[0]?.url ?? mp4Playlist?.[0]?.url;
}

const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})$/;

/**
 * Reads the seconds of `90`, `1:30` or `1:02:03`; 0 for an empty text. Null for other texts, and for times
 * beyond the video, whose length may be unknown.
 */
export function parseStart(text: string, durationSec: number | null): number | null {
  if (text.trim() === '') return 0;
  const found = TIME.exec(text.trim());
  if (!found) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = found.map(Number).map((each) => each || 0);
  const start = hours * 3600 + minutes * 60 + seconds;
  return start < (durationSec ?? Number.POSITIVE_INFINITY) ? start : null;
}

/** The same address on another channel's domain, which may name a port. */
export function onHost(address: string, host: string): string {
  const { protocol, pathname, search } = new URL(address);
  return `${protocol}//${host}${pathname}${search}`;
}

/** An address of a watch or embed page that begins there. */
export function startAt(address: string, startSec: number): string {
  if (startSec === 0) return address;
  const url = new URL(address);
  url.searchParams.set('t', String(startSec));
  return url.href;
}

/** An address of a watch or embed page that is shown by a player; '' is that of the video's project. */
export function withPlayer(address: string, playerId: string): string {
  if (playerId === '') return address;
  const url = new URL(address);
  url.searchParams.set('player', playerId);
  return url.href;
}
