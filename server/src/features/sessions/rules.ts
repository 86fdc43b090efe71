/** A session ends so long after its beginning, whatever happens. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** A session ends after so many days without use. */
export const MAX_IDLE_DAYS = 14;
/** The use of a session is recorded once in this time, so that few requests pay for it. */
export const RECORD_USE_MINUTES = 5;
/** An account has so many; a new one ends the one that was unused for longest. */
export const MAX_SESSIONS = 100;

type Named = readonly (readonly [name: string, pattern: RegExp])[];

// The order counts: browsers name their ancestors too.
const BROWSERS: Named = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
];
const SYSTEMS: Named = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const findFirst = (names: Named, text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Browser and system of a `User-Agent`, by the names that people know them by. */
export function describeUserAgent(userAgent: string) {
  return { browser: findFirst(BROWSERS, userAgent), system: findFirst(SYSTEMS, userAgent) };
}
