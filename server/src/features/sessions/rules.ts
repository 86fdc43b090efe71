/** A session ends so long after its beginning, whatever happens. */
export const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** A session that nobody uses for so many days is none. */
export const maxIdleDays = 14;
/** How often the use of a session is recorded at most: no request pays for it but one in a while. */
export const recordUseMinutes = 5;
/** Of one account; the one that was not used for longest gives way. */
export const maxSessions = 100;

type Named = readonly (readonly [name: string, pattern: RegExp])[];

// In this order: browsers name their ancestors too.
const browsers: Named = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
];
const systems: Named = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const firstOf = (names: Named, text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Browser and system of a `User-Agent`, by the names that people know them by. */
export function describeUserAgent(userAgent: string) {
  return { browser: firstOf(browsers, userAgent), system: firstOf(systems, userAgent) };
}
