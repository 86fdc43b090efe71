// Promise: a protected stream (ClearKey, with a licence for a token) shows its first frame at most
// 1.25 × as late after the click as the same film in the clear. In turn, on the embed page; medians.
// Run: node bench/src/protected-start.bench.ts [rounds, 9]
import { generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { measureFirstFrame, uploadFilm } from './first-frame-page.ts';
import { median } from './median.ts';
import { type Client, openClient } from './product-client.ts';
import { startProduct } from './product.ts';
import { requirePackages } from './require-packages.ts';

requirePackages('ffmpeg', 'chromium');
const MOST_RATIO = 1.25;
const rounds = Number(process.argv[2] ?? 9);

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
try {
  const client = await openClient(product);
  const { data: presets } = await client.call<{
    data: { id: string; vodDeliveryModel: string }[];
  }>('GET', '/api/v1/presets');
  const preset = presets.find(({ vodDeliveryModel }) => vodDeliveryModel === 'model-k');
  const clear = await uploadFilm(client, preset?.id);
  const locked = await uploadFilm(client, preset?.id);
  await protect(client, locked);
  const token = await createToken(client, locked);
  const embed = `${product.edgeUrl}/embed`;
  const pages = {
    clear: `${embed}/${clear}`,
    protected: `${embed}/${locked}#license_token=${token}`,
  };
  const samples = { clear: [] as number[], protected: [] as number[] };
  const names = ['clear', 'protected'] as const;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const ms = await measureFirstFrame(browser, pages[name]);
      // The first round warms the edge.
      if (round > 0) samples[name].push(ms);
    }
  }
  const show = (of: number[]) =>
    `${median(of).toFixed(0)} ms (worst ${Math.max(...of).toFixed(0)})`;
  const ratio = median(samples.protected) / median(samples.clear);
  console.log(`clear: ${show(samples.clear)} of ${rounds}`);
  console.log(
    `protected: ${show(samples.protected)}, ${ratio.toFixed(2)} × (promise: ≤ ${MOST_RATIO} ×)`,
  );
  if (!(ratio <= MOST_RATIO)) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}

/** Sets ClearKey, and waits until the edge gives the protected stream. */
async function protect(client: Client, key: string): Promise<void> {
  const { vod } = await client.call<{ vod: { id: string } }>('GET', `/api/v1/videos/${key}`);
  const model = `/api/v1/videos/${key}/vods/${vod.id}/drm-model`;
  await client.call('PUT', model, { drmModel: 'clearKey' });
  const manifest = `${product.edgeUrl}/streams/${key}/manifest.mpd`;
  while (!(await (await fetch(manifest)).text()).includes('ContentProtection')) await sleep(200);
}

async function createToken(client: Client, key: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const configs = '/api/v1/drm-configs';
  const { data } = await client.call<{ data: { id: string }[] }>('GET', configs);
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const body = { name: 'Bench', publicKey: pem };
  await client.call('POST', `${configs}/${data[0]?.id}/jwtKeys`, body);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const text = `${encode({ alg: 'ES256' })}.${encode({ video: key, exp })}`;
  const signing = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
  return `${text}.${sign('sha256', Buffer.from(text), signing).toString('base64url')}`;
}
