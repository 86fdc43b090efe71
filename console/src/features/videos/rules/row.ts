import type { VideoSummary } from '@kinora/contract/videos/summary';
import { paths } from '../../../paths.ts';
import { cutGraphemes } from '../../../base/i18n/graphemes.ts';

/** Letters of a title in a row (specification 2, section 2); the whole one is shown beside it. */
const MAX_ROW_TITLE_LETTERS = 20;

export function shortenTitle(title: string): string {
  return cutGraphemes(title, MAX_ROW_TITLE_LETTERS);
}

/** `k7Qm2x…9Fd`: enough to tell keys apart by eye. */
export function shortenKey(key: string): string {
  return key.length <= 10 ? key : `${key.slice(0, 6)}…${key.slice(-3)}`;
}

type Size = Pick<VideoSummary['vod']['source'], 'width' | 'height'>;

/**
 * `1080p`: what a picture of 16:9 that holds it is called, so that cinema's 1920×800 and an upright
 * 1080×1920 are 1080p too.
 */
export function nameResolution({ width, height }: Size): string | undefined {
  if (width === null || height === null) return undefined;
  const [short, long] = width < height ? [width, height] : [height, width];
  return `${Math.max(short, Math.round((long * 9) / 16))}p`;
}

/** A list of all projects is gone back to from the video. */
export function getVideoLink(teamName: string, video: VideoSummary, fromAll: boolean) {
  return {
    to: paths.video(teamName, video.project.key, video.key),
    ...(fromAll && { search: { from: 'all' } }),
  };
}

// Beyond two dots a pixel the difference is invisible.
const MAX_DENSITY = 2;

/** The smallest cover that is sharp at `width` CSS px on this screen, else the largest. */
export function findCover(
  cover: VideoSummary['coverImage'],
  width: number,
  density = globalThis.devicePixelRatio ?? MAX_DENSITY,
): string | undefined {
  const sizes = cover?.sizes.toSorted((a, b) => a.width - b.width) ?? [];
  const wanted = width * Math.min(density, MAX_DENSITY);
  return (sizes.find((size) => size.width >= wanted) ?? sizes.at(-1))?.url;
}
