import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keepNodeEnv } from '@kinora/contract/test-node-env';
import { build, type Rolldown } from 'vite';
import type { Clients, Sending } from './foreign-clients.ts';
import { startForTests } from './started.ts';

const { product, browser } = await startForTests();
const site = await startSite();
after(() => site.close());
const token = await personalToken();
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
await page.waitForFunction('globalThis.clients !== undefined');

/** Starts a site with an origin of its own, whose one page has the clients. */
async function startSite(): Promise<Server> {
  const building = keepNodeEnv(() =>
    build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        lib: { entry: join(import.meta.dirname, 'foreign-page.ts'), formats: ['es'] },
      },
    }),
  );
  const [built] = (await building) as Rolldown.RolldownOutput[];
  const script = built?.output[0].code ?? '';
  const html =
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function post(path: string, body: unknown, headers: Record<string, string>) {
  const answer = await fetch(product.consoleUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-team': product.team, ...headers },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer;
}

async function personalToken(): Promise<string> {
  const origin = product.consoleUrl;
  const signedIn = await post('/api/auth/v1/sign-in', product.admin, { origin });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const made = await post('/api/v1/personal-tokens', { name: 'site' }, { origin, cookie });
  return ((await made.json()) as { token: string }).token;
}

/** A new video that waits for so many bytes. */
async function newSending(bytes: number): Promise<Sending> {
  const headers = { authorization: `Bearer ${token}` };
  const project = await post('/api/v1/projects', { key: 'site', name: 'Site' }, headers);
  const { key: projectKey } = (await project.json()) as { key: string };
  const source = { type: 'video/mp4', size: bytes, fileName: 'clip.mp4' };
  const body = { projectKey, videos: [{ title: 'Clip', source }] };
  const made = await post('/api/v1/videos', body, headers);
  const [video] = (await made.json()) as { key: string }[];
  const endpoint = `${product.consoleUrl}/api/upload/v1/tus/videos/`;
  return { endpoint, token, videoKey: video?.key ?? '', bytes };
}

const run = (client: keyof Clients, sending: Sending) =>
  page.evaluate(
    ([name, given]) => (globalThis as unknown as { clients: Clients }).clients[name](given),
    [client, sending] as const,
  );

async function uploadedBytes({ videoKey }: Sending): Promise<number> {
  const answer = await fetch(`${product.consoleUrl}/api/v1/videos/${videoKey}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const video = (await answer.json()) as { uploadingInfo: { uploadedSize: number } };
  return video.uploadingInfo.uploadedSize;
}

for (const client of ['byUppy', 'byTus'] as const) {
  test(`a page of another origin uploads with a token (${client})`, async () => {
    const sending = await newSending(250_000);
    const address = await run(client, sending);
    assert.ok(address.startsWith(sending.endpoint), address);
    assert.equal(await uploadedBytes(sending), sending.bytes);
  });
}

test('a page of another origin gives an upload up', async () => {
  const sending = await newSending(250_000);
  await run('terminate', sending);
  assert.equal(await uploadedBytes(sending), 0);
});
