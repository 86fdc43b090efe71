// Measures licences of ClearKey and FairPlay at the edge: how many a second one core answers, by the CPU
// time that each costs beside the wall clock, and how long they take at half of that. Promise: ≥ 2,000 a
// second on one core, p99 ≤ 20 ms at half of that. Each has a token of its own, signed by ES256, and of
// FairPlay a request of its own for an RSA key of 1024 bits; once more FairPlay's with one token for three
// of them, as a device asks for the keys of a stream. The client is a process of its own.
// Run: node bench/src/licences.bench.ts [seconds, 10]
import { fork } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  getPublishedChannelKey,
  getPublishedKeysKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
} from '@kinora/contract/published';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import { createTestCredentials, writeSpc } from '@kinora/edge/licences/fair-play/test-device';
import { openServiceEgress } from '@kinora/edge/licences/licence-service';
import { createEdge } from '@kinora/edge/serve';

const CONNECTIONS = 32;
/** No run asks more often. */
const TOKENS = 60_000;
const MESSAGES = 2000;
const KEY_IDS = ['5d', 'bd', 'a0'].map((pair) => pair.repeat(16));
const [SD = '', HD = '', SOUND = ''] = KEY_IDS;
const FAIR_PLAY = createTestCredentials();

type Asked = { path: string; tokens: string[]; bodies: Uint8Array[] };
type Load = Asked & { port: number; seconds: number; perSecond: number | null };
type Measured = { answers: number; refused: number; timesMs: number[] };

if (process.send) {
  const [asked] = (await once(process, 'message')) as [Load];
  // Cut off earlier, a long message is lost.
  process.send(await load(asked), () => process.disconnect());
} else await measure(Number(process.argv[2] ?? 10));

async function measure(seconds: number): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  // An edge remembers what it was asked for with before: no two kinds share a token.
  const createTokens = (of: string) =>
    Array.from({ length: TOKENS }, (_, n) => {
      const text = `${encode({ alg: 'ES256' })}.${encode({ video: 'vid1', exp, sub: `${of} ${n}` })}`;
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    });
  const server = await startEdge(String(publicKey.export({ type: 'spki', format: 'pem' })));
  const { port } = server.address() as AddressInfo;
  const kids = KEY_IDS.map((id) => Buffer.from(id, 'hex').toString('base64url'));
  const clearKey = Buffer.from(JSON.stringify({ kids, type: 'temporary' }));
  const requests = Array.from(
    { length: MESSAGES },
    () => writeSpc(FAIR_PLAY.device, `skd://${SD}`).message,
  );
  const path = (system: string) => `/licenses/${system}?video=vid1`;
  await report('ClearKey', port, seconds, {
    path: path('clear-key'),
    tokens: createTokens('clear'),
    bodies: [clearKey],
  });
  const fairPlay = { path: path('fair-play'), bodies: requests };
  await report('FairPlay', port, seconds, { ...fairPlay, tokens: createTokens('fair') });
  const threefold = createTokens('three').flatMap((token) => [token, token, token]);
  await report('FairPlay, three keys a token', port, seconds, { ...fairPlay, tokens: threefold });
  server.closeAllConnections();
  server.close();
}

async function report(what: string, port: number, seconds: number, asked: Asked): Promise<void> {
  // Each run begins at other tokens than the runs before it.
  const from = (part: number) => {
    const at = Math.floor((asked.tokens.length * part) / 3);
    return { ...asked, tokens: [...asked.tokens.slice(at), ...asked.tokens.slice(0, at)] };
  };
  await run({ ...from(0), port, seconds: 2, perSecond: null });
  const before = process.cpuUsage();
  const full = await run({ ...from(1), port, seconds, perSecond: null });
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000 / full.answers;
  const atHalf = 1000 / cpuMs / 2;
  const half = await run({ ...from(2), port, seconds, perSecond: Math.min(atHalf, 1500) });
  console.log(what, {
    'licences a second, wall clock': Math.round(full.answers / seconds),
    'CPU ms a licence, without its client': Number(cpuMs.toFixed(3)),
    'licences a second and core': Math.round(1000 / cpuMs),
    refused: full.refused + half.refused,
    'licences a second at the second load': Math.round(half.answers / seconds),
    'p50 ms': percentile(half.timesMs, 0.5),
    'p99 ms': percentile(half.timesMs, 0.99),
  });
}

async function startEdge(publicKey: string) {
  const encryption = {
    method: 'cbcs' as const,
    iv: '0'.repeat(32),
    pssh: [],
    systems: ['clearkey' as const, 'fairplay' as const],
    videoKeyId: SD,
    audioKeyId: SOUND,
  };
  const stream = createTestStream({
    encryption,
    deliveryModel: 'model-k',
    audio: [createTestAudio('a1', { keyId: SOUND })],
    video: [createTestVideo(360, { keyId: SD }), createTestVideo(720, { keyId: HD })],
  });
  const sealedKey = Buffer.alloc(16, 7).toString('base64');
  const keys = KEY_IDS.map((keyId) => ({ keyId, kind: 'sd', sealedKey }));
  const team = { version: 1, teamId: 't', geoblockRules: {} };
  const jwtKeys = [{ keyId: 'k1', algorithm: 'ES256', publicKey }];
  const sealed = (secret: Uint8Array) => Buffer.from(secret).toString('base64');
  const fairplay = {
    certificate: sealed(FAIR_PLAY.certificate),
    hdcp: 'none',
    sealedPrivateKey: sealed(FAIR_PLAY.privateKey),
    sealedAsk: sealed(FAIR_PLAY.ask),
  };
  const drm = { fairplay, widevine: null, playready: null };
  const video = { version: 1, videoKey: 'vid1', teamId: 't', title: 'A', state: 'playable' };
  const objects = new Map<string, object>([
    [getPublishedTeamKey('t'), { ...team, jwtKeys, drm }],
    [getPublishedVideoKey('vid1'), { ...video, stream }],
    [
      getPublishedKeysKey('rev1', encryption),
      { version: 1, revisionKey: 'rev1', packaging: 1, keys },
    ],
  ]);
  const read = async (key: string) => {
    const found = objects.get(key);
    return found ? Buffer.from(JSON.stringify(found)) : null;
  };
  const quiet = () => undefined;
  const server = createEdge({
    storage: {
      read,
      open: async () => null,
      stat: async () => null,
      localPath: () => null,
      signUrl: async () => null,
      check: async () => undefined,
    },
    player: {
      files: new Map(),
      embed: { script: '', styles: [] },
      watch: { script: '', styles: [] },
      adFrame: { script: '', styles: [] },
    },
    log: { info: quiet, warn: quiet, error: quiet },
    access: {
      teamKey: Buffer.alloc(32),
      findCountry: () => null,
      openSecret: (_keyId, sealed) => sealed,
      sealRefusal: () => '',
      openStreamKey: (_place, secret) => secret,
      openDrmSecret: (_place, secret) => secret,
      egress: openServiceEgress([]),
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const channel = { version: 1, channelId: 'c', teamId: 't', hasDrm: true };
  objects.set(getPublishedChannelKey(`127.0.0.1:${port}`), channel);
  return server;
}

async function run(asked: Load): Promise<Measured> {
  const client = fork(new URL(import.meta.url), { serialization: 'advanced' });
  client.send(asked);
  const [measured] = (await once(client, 'message')) as [Measured];
  return measured;
}

async function load({ port, path, tokens, bodies, seconds, perSecond }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const measured: Measured = { answers: 0, refused: 0, timesMs: [] };
  const ask = async (n: number): Promise<void> => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` };
    const sent = request({ port, host: '127.0.0.1', agent, method: 'POST', path, headers });
    sent.end(bodies[n % bodies.length]);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    measured.answers += 1;
    if (response.statusCode !== 200) measured.refused += 1;
    measured.timesMs.push(performance.now() - startedMs);
  };
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1000;
  let asked = 0;
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < endMs) {
      const dueMs = perSecond === null ? 0 : beganMs + (asked / perSecond) * 1000;
      const waitMs = dueMs - performance.now();
      asked += 1;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      await ask(asked);
    }
  });
  await Promise.all(lanes);
  agent.destroy();
  return measured;
}

function percentile(timesMs: readonly number[], share: number): number {
  const rising = timesMs.toSorted((a, b) => a - b);
  return Number((rising[Math.floor(rising.length * share)] ?? 0).toFixed(2));
}
