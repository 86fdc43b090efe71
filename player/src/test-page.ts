import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type ChromiumKind, requireChromium } from '@kinora/contract/test-chromium';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
];

/** `document-user-activation-required` is what people have. */
export function launchChromium(
  autoplayPolicy:
    | 'no-user-gesture-required'
    | 'document-user-activation-required' = 'no-user-gesture-required',
  kind?: ChromiumKind,
): Promise<Browser> {
  const args = [...FLAGS, `--autoplay-policy=${autoplayPolicy}`];
  // Chromium keeps its caches there.
  const env = { ...process.env, HOME: tmpdir() };
  return chromium.launch({ executablePath: requireChromium(kind), args, env });
}

/** Collects what a page throws, and what the content security policy forbade. */
export function recordComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** The facts that a viewer sees about the video. Times in seconds. */
export type Seen = ReturnType<typeof look>;

function look() {
  const video = document.querySelector('kinora-player')?.shadowRoot?.querySelector('video');
  return {
    time: video?.currentTime ?? 0,
    duration: video?.duration ?? 0,
    paused: video?.paused ?? true,
    ended: video?.ended ?? false,
    muted: video?.muted ?? false,
    volume: video?.volume ?? 0,
    rate: video?.playbackRate ?? 0,
    height: video?.videoHeight ?? 0,
    loaded: (video?.readyState ?? 0) >= 2,
  };
}

/** Polls from outside: `waitForFunction` evaluates text in the page, which the policy forbids. */
export async function untilSeen(
  page: Page,
  matches: (seen: Seen) => boolean,
  timeoutMs = 20_000,
): Promise<Seen> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await page.evaluate(look);
    if (matches(seen)) return seen;
    if (performance.now() > deadline)
      assert.fail(`${String(matches)} never matched: ${JSON.stringify(seen)}`);
    await setTimeout(50);
  }
}
