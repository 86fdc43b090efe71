import { type AdTagProblem, checkAdTag } from '@kinora/contract/ad-tag';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_URL_LETTERS } from '@kinora/contract/bounds';
import { normaliseDomain } from '@kinora/contract/domain-names';
import { PlayerOptions } from '@kinora/contract/player-options';
import type { PlayerOptionsInput } from '@kinora/contract/players';
import { getPictureKey, parsePicturePath } from '@kinora/manifests/picture-address';
import { parseStored } from '../../base/stored-json.ts';
import type { ImageKind } from '../images/rules.ts';

/** What logos and error screens show, at an address that edges know by its id. */
export const playerPicture: ImageKind = {
  name: 'playerPicture',
  contentType: 'image/webp',
  getStorageKey: getPictureKey,
  limits: {
    maxPixels: MAX_PICTURE_PIXELS,
    // A player is seldom larger than a screen.
    maxSide: 1920,
    // Decoding 50 megapixels takes about two seconds.
    limitMs: 20_000,
  },
  // Five for each player that a team can have, twice.
  maxPerTeam: 1000,
  tooLarge: { code: 'picture_too_large', message: 'At most 50 megapixels' },
  unreadable: { code: 'not_a_picture', message: 'Not a PNG, JPEG or GIF' },
};

/** Puts a change over the options as they are stored; fields that are left out stay. */
export function mergeOptions(stored: unknown, change: PlayerOptionsInput): PlayerOptions {
  const options = parseStored(PlayerOptions, stored);
  const { errorScreens, ...rest } = change;
  return {
    ...options,
    ...dropUndefined(rest),
    errorScreens: { ...options.errorScreens, ...dropUndefined(errorScreens ?? {}) },
  };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function dropUndefined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/** The pictures of a player, each by its path in the options: `errorScreens.403.imageUrl`. */
export function listPictures(options: PlayerOptions): { path: string; url: string }[] {
  const screens = Object.entries(options.errorScreens).flatMap(([status, screen]) =>
    screen ? [{ path: `errorScreens.${status}.imageUrl`, url: screen.imageUrl }] : [],
  );
  return [
    ...(options.logoUrl === null ? [] : [{ path: 'logoUrl', url: options.logoUrl }]),
    ...screens,
  ];
}

/** Gives each picture another address. */
export function mapPictures(
  options: PlayerOptions,
  toUrl: (url: string, path: string) => string,
): PlayerOptions {
  const screens = Object.entries(options.errorScreens).map(([status, screen]) => {
    if (!screen) return [status, null];
    const imageUrl = toUrl(screen.imageUrl, `errorScreens.${status}.imageUrl`);
    return [status, { ...screen, imageUrl }];
  });
  return {
    ...options,
    logoUrl: options.logoUrl === null ? null : toUrl(options.logoUrl, 'logoUrl'),
    errorScreens: Object.fromEntries(screens) as PlayerOptions['errorScreens'],
  };
}

/**
 * The form in which a picture's address is stored: our own by its path, which is valid on every host of the
 * edge, any other as a whole. Null when it is neither ours nor `https:` at a named host. The player's pages
 * send it in a header, so a host with unusual letters is refused.
 */
export function toStoredPicture(given: string, edgeUrl: string): string | null {
  const url = URL.parse(given, edgeUrl);
  if (!url || url.href.length > MAX_PICTURE_URL_LETTERS) return null;
  if (url.origin === new URL(edgeUrl).origin) {
    return parsePicturePath(url.pathname) === null ? null : url.pathname;
  }
  const isWhole = url.protocol === 'https:' && url.username === '' && url.password === '';
  return isWhole && normaliseDomain(url.hostname) === url.hostname ? url.href : null;
}

/** The address of a stored picture for those outside of the edge's own pages. */
export function toPictureUrl(stored: string, edgeUrl: string): string {
  return parsePicturePath(stored) === null ? stored : new URL(stored, edgeUrl).href;
}

/** Finds the problem of the ad tag, which ads need. */
export function checkAds({ adsEnabled, adTagUrl }: PlayerOptions): AdTagProblem | null {
  return checkAdTag(adTagUrl ?? '', { isRequired: adsEnabled });
}

/** Ids of those of the player's pictures that were uploaded here. */
export function listOwnPictures(options: PlayerOptions): string[] {
  return listPictures(options).flatMap(({ url }) => parsePicturePath(url) ?? []);
}
