import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import { findSpokenNames } from './spoken-names.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--autoplay-policy=no-user-gesture-required',
];

/** A headless Chromium of this machine; `KINORA_CHROMIUM` names another. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['KINORA_CHROMIUM'];
  const executablePath = own ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error('No Chromium is installed: apt-get install chromium, or set KINORA_CHROMIUM.');
  }
  // A browser keeps its caches at home, where the product keeps nothing.
  const env = { ...process.env, HOME: tmpdir() };
  const browser = await chromium.launch({ executablePath, args: FLAGS, env });
  await findSpokenNames(browser);
  return browser;
}
