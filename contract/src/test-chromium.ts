import { existsSync } from 'node:fs';

/** Debian's package of this name is the browser of `chromium` without windows. */
const SHELL = '/usr/bin/chromium-headless-shell';
const FULL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The shell costs a fifth to a quarter less CPU. In it a pointer rests at the corner of every page, and one crashed
 * whose links opened tabs by modifier keys: tests of those take the full browser.
 */
export type ChromiumKind = 'shell' | 'full';

/** The Chromium of this machine; `KINORA_CHROMIUM` names another. */
export function findChromium(kind: ChromiumKind = 'shell'): string | undefined {
  const places = kind === 'shell' ? [SHELL, ...FULL] : FULL;
  return process.env['KINORA_CHROMIUM'] ?? places.find((path) => existsSync(path));
}

/** Throws with what a person does about it. */
export function requireChromium(kind?: ChromiumKind): string {
  const path = findChromium(kind);
  if (path !== undefined) return path;
  throw new Error('No Chromium is installed: apt-get install chromium, or set KINORA_CHROMIUM.');
}
