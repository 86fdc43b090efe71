import { type ErrorScreen, PlayerOptions } from '@kinora/contract/player-options';
import type { Documents } from './documents.ts';

export const STANDARD_OPTIONS: PlayerOptions = PlayerOptions.parse({});

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds the options of a page's player: the one that the address names, or else the one of the video's
 * project. It must belong to the channel's team; otherwise the standard one is used. It applies to refused
 * viewers too, as it has their screens. Rejects with DocumentUnavailable.
 */
export async function findPlayerOptions(
  documents: Documents,
  page: { host: string; videoKey: string; playerId: string | null },
): Promise<PlayerOptions> {
  const [channel, video] = await Promise.all([
    documents.findChannel(page.host),
    documents.findVideo(page.videoKey),
  ]);
  const findOwn = async (playerId: string | null) => {
    const player = playerId && ID.test(playerId) ? await documents.findPlayer(playerId) : null;
    return player?.teamId === channel?.teamId ? player : null;
  };
  const named = await findOwn(page.playerId);
  if (named) return named.options;
  const isOurs = video && video.teamId === channel?.teamId;
  const project = isOurs && video.projectId ? await documents.findProject(video.projectId) : null;
  return (await findOwn(project?.playerId ?? null))?.options ?? STANDARD_OPTIONS;
}

/** Returns the options that the player reads in addition to the page's own attributes. */
export function toPlayerOptions(options: PlayerOptions): Partial<PlayerOptions> {
  const { autoplayMode: _mode, muted: _muted, preload: _preload, ...rest } = options;
  const { errorScreens, errorScreensEnabled, adsEnabled, adTagUrl, autoplayAdsMuted, ...more } =
    rest;
  // The page says where to report to.
  const { lighthouseEnabled: _lighthouse, ...looks } = more;
  const shown = errorScreensEnabled ? { errorScreensEnabled, errorScreens } : {};
  const ads = hasAds(options) ? { adsEnabled, adTagUrl, autoplayAdsMuted } : {};
  const standard: Record<string, unknown> = STANDARD_OPTIONS;
  const chosen = Object.entries(looks).filter(([name, value]) => value !== standard[name]);
  return { ...Object.fromEntries(chosen), ...shown, ...ads };
}

/** Says whether ads play: the page's policy has to allow their frame. */
export function hasAds({ adsEnabled, adTagUrl }: PlayerOptions): boolean {
  return adsEnabled && adTagUrl !== null;
}

/** Origins of others from which pictures come; the page's policy has to name them. */
export function listPictureOrigins({
  logoUrl,
  errorScreens,
  errorScreensEnabled,
}: PlayerOptions): string[] {
  const screens = errorScreensEnabled ? Object.values(errorScreens) : [];
  const urls = [logoUrl, ...screens.map((screen) => screen?.imageUrl)];
  const origins = urls.flatMap((url) => (url?.startsWith('https:') ? (URL.parse(url) ?? []) : []));
  return [...new Set(origins.map(({ origin }) => origin))].filter((origin) => SAFE.test(origin));
}

/** The team's own screen for a refusal; null where the standard one is shown. */
export function findErrorScreen(
  { errorScreensEnabled, errorScreens }: PlayerOptions,
  status: number,
): ErrorScreen | null {
  const screens: Record<string, ErrorScreen | null> = errorScreens;
  return errorScreensEnabled ? (screens[String(status)] ?? null) : null;
}

/** Other letters must not enter a policy. */
const SAFE = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;
