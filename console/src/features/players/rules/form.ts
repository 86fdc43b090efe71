import { type AdTagProblem, checkAdTag } from '@kinora/contract/ad-tag';
import {
  ERROR_MESSAGE_LETTERS,
  ERROR_SCREENS,
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  PLAYER_COLOR,
  PLAYER_NAME_LETTERS,
} from '@kinora/contract/bounds';
import { checkText, type TextProblem } from '@kinora/contract/field-rules';
import type { PlayerOptions } from '@kinora/contract/player-options';
import type { Player } from '@kinora/contract/players';

export type Status = (typeof ERROR_SCREENS)[number];

/** An error screen as it is typed; an empty one is the standard one. */
export type ScreenForm = { imageUrl: string; message: string };

/** A player as it is typed. */
export type PlayerForm = Omit<PlayerOptions, 'errorScreens' | 'color' | 'logoUrl' | 'adTagUrl'> & {
  name: string;
  /** Empty: as in the standard player. */
  color: string;
  logoUrl: string;
  adTagUrl: string;
  screens: Record<Status, ScreenForm>;
};

const NO_SCREEN: ScreenForm = { imageUrl: '', message: '' };

export const EMPTY_PLAYER: PlayerForm = {
  name: '',
  autoplayMode: 'off',
  muted: false,
  preload: 'none',
  autoRotate: true,
  seekButtons: false,
  speedControl: true,
  color: '',
  logoUrl: '',
  errorScreensEnabled: false,
  adsEnabled: false,
  adTagUrl: '',
  autoplayAdsMuted: true,
  lighthouseEnabled: false,
  screens: { '403': NO_SCREEN, '404': NO_SCREEN, '410': NO_SCREEN, '451': NO_SCREEN },
};

export function toForm({ name, options }: Pick<Player, 'name' | 'options'>): PlayerForm {
  const { errorScreens, color, logoUrl, adTagUrl, ...rest } = options;
  return {
    ...rest,
    name,
    color: color ?? '',
    logoUrl: logoUrl ?? '',
    adTagUrl: adTagUrl ?? '',
    screens: mapScreens((status) => errorScreens[status] ?? NO_SCREEN),
  };
}

/** The options of a form; an unfinished screen or ad tag is left out. */
export function toOptions({
  name: _name,
  screens,
  color,
  logoUrl,
  adTagUrl,
  ...rest
}: PlayerForm): PlayerOptions {
  return {
    ...rest,
    color: PLAYER_COLOR.test(color.trim()) ? color.trim().toLowerCase() : null,
    logoUrl: logoUrl === '' ? null : logoUrl,
    adTagUrl: checkAdTag(adTagUrl.trim(), { isRequired: true }) ? null : adTagUrl.trim(),
    errorScreens: mapScreens((status) => {
      const { imageUrl, message } = screens[status];
      const isWhole = imageUrl !== '' && message.trim() !== '';
      return isWhole ? { imageUrl, message: message.trim() } : null;
    }),
  };
}

function mapScreens<T>(make: (status: Status) => T): Record<Status, T> {
  return { '403': make('403'), '404': make('404'), '410': make('410'), '451': make('451') };
}

/** Path of a field of a screen: `screens.403.message`. */
export const toScreenPath = (status: Status, field: keyof ScreenForm) =>
  `screens.${status}.${field}`;

export type PlayerProblem = TextProblem | { code: 'color' | 'imageRequired' | AdTagProblem };

/** Finds what keeps a player from being sent, by path. */
export function checkPlayer(form: PlayerForm): Record<string, PlayerProblem> {
  const problems: Record<string, PlayerProblem> = {};
  const name = checkText(form.name.trim(), PLAYER_NAME_LETTERS);
  if (name) problems['name'] = name;
  const color = form.color.trim();
  if (color !== '' && !PLAYER_COLOR.test(color)) problems['color'] = { code: 'color' };
  // While ads are off, an invalid ad tag does not keep the form from being saved.
  const adTag = form.adsEnabled ? checkAdTag(form.adTagUrl.trim(), { isRequired: true }) : null;
  if (adTag) problems['adTagUrl'] = { code: adTag };
  // Hidden screens can't stop saving: `toOptions` leaves out a half-typed one.
  for (const status of form.errorScreensEnabled ? ERROR_SCREENS : []) {
    const { imageUrl, message } = form.screens[status];
    const text = message.trim();
    if (imageUrl === '' && text === '') continue;
    if (imageUrl === '') problems[toScreenPath(status, 'imageUrl')] = { code: 'imageRequired' };
    const problem = checkText(text, ERROR_MESSAGE_LETTERS);
    if (problem) problems[toScreenPath(status, 'message')] = problem;
  }
  return problems;
}

/** The field of the form that the server means by a path of its own. */
export function toFieldPath(path: string): string {
  return path
    .replace(/^options\./, '')
    .replace(/^errorScreens\.(\d+)$/, 'screens.$1.message')
    .replace(/^errorScreens\./, 'screens.');
}

export type FileProblem = 'imageType' | 'imageBytes';

/** Finds what keeps a file from being sent as a picture, as far as it shows without reading it. */
export function checkFile(file: { type: string; size: number }): FileProblem | undefined {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return 'imageType';
  return file.size > MAX_PICTURE_BYTES ? 'imageBytes' : undefined;
}
