import { tmpdir } from 'node:os';
import { type ChromiumKind, requireChromium } from '@kinora/contract/test-chromium';
import { chromium, type Browser } from 'playwright-core';
import { findSpokenNames } from './spoken-names.ts';

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

export async function openBrowser(kind?: ChromiumKind): Promise<Browser> {
  // A browser keeps its caches at home, where the product keeps nothing.
  const env = { ...process.env, HOME: tmpdir() };
  const browser = await chromium.launch({
    executablePath: requireChromium(kind),
    args: FLAGS,
    env,
  });
  await findSpokenNames(browser);
  return browser;
}
