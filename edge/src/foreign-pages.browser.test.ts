import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import { publishChannel, type EdgeUnderTest } from './test-edge.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
/** Chromium finds it on this machine. */
const WEBSITE = 'site.localhost';

let browser: Browser;
let film: Film;

before(async () => {
  [film, browser] = await Promise.all([makeFilm(), launchChromium()]);
});
after(async () => {
  await browser.close();
  await film.remove();
});

const startEdge = async (context: TestContext) =>
  startWithFilm(context, film, {}, { player: await loadPlayerAssets(BUILT_PLAYER) });

/** Opens a customer's page that frames the embed page, and plays there to the end. */
async function playInFrame(
  context: TestContext,
  edge: EdgeUnderTest,
  { attributes = '', headers = {} }: { attributes?: string; headers?: Record<string, string> },
): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers });
    const frame = `<iframe src="${edge.url}/embed/vid1?lang=en" ${attributes}></iframe>`;
    response.end(`<!doctype html><title>customer</title>${frame}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const page = await browser.newPage();
  context.after(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`http://${WEBSITE}:${(server.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Play' }).first().click({ timeout: 10_000 });
  await page.keyboard.press('>');
  await frame.getByRole('button', { name: 'Play again' }).first().waitFor({ timeout: 45_000 });
  assert.deepEqual(complaints, []);
  const refused = edge.answers.filter(({ status }) => status >= 400);
  assert.deepEqual(refused, []);
  assert.ok(edge.readKeys.some((key) => key.endsWith(`/${FILM_SECONDS / 2}.m4s`)));
}

// In a sandbox without an origin of its own the page's requests state neither an origin nor a referrer.
for (const [sandbox, allowNoReferrer] of [
  ['allow-scripts allow-same-origin', false],
  ['allow-scripts', true],
] as const) {
  test(`the embed page plays on an allowed website in a frame with sandbox="${sandbox}"`, async (t) => {
    const edge = await startEdge(t);
    await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', {
      website: { policy: 'allowSome', domains: [WEBSITE], allowNoReferrer },
    });
    edge.clock.nowMs += 2000;
    await playInFrame(t, edge, { attributes: `sandbox="${sandbox}"` });
  });
}

test('the embed page plays in a page that isolates itself', async (t) => {
  const headers = {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  await playInFrame(t, await startEdge(t), { headers });
});
