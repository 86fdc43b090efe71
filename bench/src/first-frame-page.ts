import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Client, isCompleted, upload, waitForVideo } from './product-client.ts';

const SIZE = { width: 1280, height: 720 };

// The times lie in the page, in its own clock.
const RECORD_FIRST_FRAME = `
  addEventListener('pointerup', (event) => { globalThis.clicked ??= event.timeStamp; }, true);
  const root = document.querySelector('kinora-player')?.shadowRoot ?? document;
  root.querySelector('video').requestVideoFrameCallback((_, frame) => {
    globalThis.shown = frame.presentationTime;
  });`;
const READ_TIMES = '[globalThis.clicked, globalThis.shown]';

/** A minute of 720p as a camera sends it, encoded whole. @returns its key */
export async function uploadFilm(
  client: Client & { projectKey: string },
  presetId?: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-first-frame-'));
  try {
    const path = join(folder, 'clip.mp4');
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1280x720:r=30:d=60',
      '-f',
      'lavfi',
      '-i',
      'sine=d=60',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-b:v',
      '3M',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-shortest',
      path,
    ]);
    const bytes = await readFile(path);
    const sending = { bytes, title: 'Film', ...(presetId ? { presetId } : {}) };
    const { key, lastByteAt } = await upload(client, sending);
    await lastByteAt;
    await waitForVideo(client, key, isCompleted, 500);
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the click to the first frame that is shown, in a browser that has nothing yet. */
export async function measureFirstFrame(of: Browser, url: string): Promise<number> {
  const context = await of.newContext({ viewport: SIZE, bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(RECORD_FIRST_FRAME);
    await page.mouse.move(500, 300, { steps: 5 });
    // A person needs this long from the player's edge to its button.
    await sleep(500);
    await page.mouse.click(640, 360);
    return await readFirstFrame(page);
  } finally {
    await context.close();
  }
}

async function readFirstFrame(page: Page): Promise<number> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(20)) {
    const [clicked, shown] = await page.evaluate<[number?, number?]>(READ_TIMES);
    if (clicked && shown) return shown - clicked;
  }
  throw new Error(`${page.url()} shows no frame`);
}
