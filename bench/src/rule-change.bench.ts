// Promise: a key that is revoked, and a website that is blocked, take effect at the edge within 1 s of the
// API's answer. Run: node bench/src/rule-change.bench.ts [changes, 15]
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { signAddress } from '@kinora/sign/sign-address';
import { median } from './median.ts';
import { openClient } from './product-client.ts';
import { startProduct } from './product.ts';
import { makeReadyVideo } from './ready-video.ts';

const changes = Number(process.argv[2] ?? 15);
const PROMISE_MS = 1000;
const LOOK_MS = 5;

const product = await startProduct();
const { host } = new URL(product.edgeUrl);
try {
  const client = await openClient(product);
  const videoKey = await makeReadyVideo(client, 'A clip');
  const [channel] = (
    await client.call<{ data: { id: string }[] }>('GET', '/api/v1/playback-channels')
  ).data;
  if (!channel) throw new Error('no channel');
  const at = `/api/v1/playback-channels/${channel.id}`;
  const kept = await createKey();
  await useKey(kept);
  await client.call('PUT', `${at}/signed-url`, { required: true });

  const revoked = await measure(async () => {
    const key = await createKey();
    await useKey(key);
    const address = sign(key);
    await waitFor(200, () => get(address));
    return {
      ask: () => get(address),
      change: () => client.call('DELETE', `${at}/signed-url/url-signing-keys/${key.id}`),
    };
  });
  report('a key is revoked', revoked);

  const address = sign(kept);
  const allow = (policy: string, domains: string[] = []) =>
    client.call('PUT', `${at}/allow-access`, {
      policy,
      allowDomains: [],
      denyDomains: domains,
      allowNoReferrer: true,
    });
  const blocked = await measure(async () => {
    await allow('allowAll');
    await waitFor(200, () => get(address, 'https://customer.example/'));
    return {
      ask: () => get(address, 'https://customer.example/'),
      change: () => allow('blockSome', ['customer.example']),
    };
  });
  report('a website is blocked', blocked);

  async function createKey(): Promise<Key> {
    return client.call<Key>('POST', '/api/v1/url-signing-keys', {});
  }
  async function useKey({ id }: Key): Promise<void> {
    await client.call('POST', `${at}/signed-url/url-signing-keys`, { urlSigningKeyIds: [id] });
  }
  function sign({ keyId, keySecret }: Key): string {
    const url = new URL(`http://${host}/streams/${videoKey}/playlist.m3u8`);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const pathPrefix = `/streams/${videoKey}/`;
    const signed = new URL(signAddress(url.href, { keyId, keySecret }, { expiresAt, pathPrefix }));
    return signed.pathname + signed.search;
  }
} finally {
  await product.stop();
}

type Key = { id: string; keyId: string; keySecret: string };

function get(path: string, referer?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = referer ? { Referer: referer } : {};
    const request = http.get(product.edgeUrl + path, { headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

async function waitFor(status: number, read: () => Promise<number>): Promise<void> {
  await until(`status ${status}`, async () => (await read()) === status);
}

type Change = { ask: () => Promise<number>; change: () => Promise<unknown> };

/** @returns after how many milliseconds each change counted */
async function measure(prepare: () => Promise<Change>): Promise<number[]> {
  const taken: number[] = [];
  for (let done = 0; done < changes; done += 1) {
    const { ask, change } = await prepare();
    await sleep(Math.random() * 1000);
    await change();
    const begun = performance.now();
    while ((await ask()) !== 403) await sleep(LOOK_MS);
    taken.push(performance.now() - begun);
  }
  return taken;
}

function report(name: string, times: number[]): void {
  const [middle, worst] = [median(times), Math.max(...times)];
  console.log(
    `${name}: live after ${middle.toFixed(0)} ms, at worst ${worst.toFixed(0)} (promise: ≤ ${PROMISE_MS})`,
  );
  if (!(worst <= PROMISE_MS)) process.exitCode = 1;
}
