import type { ErrorScreen, PlayerOptions } from '@kinora/contract/player-options';

/** The choices of a team for its player; a missing one is as in the standard player. */
export type Options = Readonly<Partial<PlayerOptions>>;

const COLOR = /^#[0-9a-f]{6}$/i;
const CHOICES = {
  autoplayMode: ['off', 'on', 'muted', 'any'],
  preload: ['none', 'metadata', 'auto'],
} as const;
const SWITCHES = [
  'muted',
  'autoRotate',
  'seekButtons',
  'speedControl',
  'errorScreensEnabled',
  'adsEnabled',
  'autoplayAdsMuted',
] as const;

/** The bare attribute, and any other text, begins to play as in HTML. Null: there is none. */
export function parseAutoplay(attribute: string | null): PlayerOptions['autoplayMode'] | null {
  if (attribute === null) return null;
  return CHOICES.autoplayMode.find((mode) => mode === attribute) ?? 'on';
}

/** Null: none is stated. */
export function parsePreload(attribute: string | null): PlayerOptions['preload'] | null {
  return CHOICES.preload.find((preload) => preload === attribute) ?? null;
}

/** Parses options in the API's form. Unknown and invalid values count as absent. */
export function parseOptions(attribute: string | null): Options {
  const given = parseObject(attribute ?? '');
  if (!given) return {};
  const switches = SWITCHES.filter((name) => typeof given[name] === 'boolean');
  const choices = Object.entries(CHOICES).filter(([name, values]) =>
    (values as readonly unknown[]).includes(given[name]),
  );
  const { color, logoUrl, adTagUrl, errorScreens } = given;
  return {
    ...Object.fromEntries(
      [...switches, ...choices.map(([name]) => name)].map((name) => [name, given[name]]),
    ),
    ...(typeof color === 'string' && COLOR.test(color) ? { color } : {}),
    ...(typeof logoUrl === 'string' ? { logoUrl } : {}),
    ...(typeof adTagUrl === 'string' ? { adTagUrl } : {}),
    ...(isObject(errorScreens) ? { errorScreens: parseScreens(errorScreens) } : {}),
  };
}

/** The team's own screen for a status of the edge; null where the standard one is shown. */
export function findErrorScreen(options: Options, status: number | null): ErrorScreen | null {
  if (!options.errorScreensEnabled || status === null) return null;
  const screens: Record<string, ErrorScreen | null> = options.errorScreens ?? {};
  return screens[String(status)] ?? null;
}

function parseScreens(given: Record<string, unknown>): PlayerOptions['errorScreens'] {
  const parse = (screen: unknown): ErrorScreen | null => {
    if (!isObject(screen)) return null;
    const { imageUrl, message } = screen;
    return typeof imageUrl === 'string' && typeof message === 'string'
      ? { imageUrl, message }
      : null;
  };
  return {
    '403': parse(given['403']),
    '404': parse(given['404']),
    '410': parse(given['410']),
    '451': parse(given['451']),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
