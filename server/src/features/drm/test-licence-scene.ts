import { generateKeyPairSync, sign } from 'node:crypto';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ChromiumKind } from '@kinora/contract/test-chromium';
import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import { loadPlayerAssets } from '@kinora/edge/player-assets';
import { createEdge } from '@kinora/edge/serve';
import { publishChannel, publishProject, TEST_ACCESS } from '@kinora/edge/test-edge';
import { launchChromium } from '@kinora/edge/test-players';
import { makeClip, testFolder, testVideo, tone, X264 } from '@kinora/media/test-clips';
import { unseal } from '../../base/secrets.ts';
import { addReadyVideo } from '../../test-ready-video.ts';
import { startTestVideos, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { nameKeyPlace } from './rules.ts';

export type Browser = Awaited<ReturnType<typeof launchChromium>>;

export const SECONDS = 4;
const BUILT_PLAYER = fileURLToPath(new URL('../../../../player/dist', import.meta.url));

/** A video that ClearKey protects, an edge that gives its licences, and a browser. */
export type LicenceScene = {
  browser: Browser;
  videos: TestVideos;
  /** The edge's origin. */
  url: string;
  videoKey: string;
  /** The file that was uploaded: a progressive MP4 in the clear. */
  clip: Buffer;
  /** As a customer's server signs, by nothing but Node. */
  createToken(more?: object): string;
  /** Gives what the edge has logged. */
  logged(): string;
  close(): Promise<void>;
};

export async function startLicenceScene(kind?: ChromiumKind): Promise<LicenceScene> {
  const folder = await testFolder();
  const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [videos, browser] = await Promise.all([
    startTestVideos({ NODE_ENV: 'test' }),
    launchChromium(undefined, [], kind),
  ]);
  const made = `${testVideo('1280x720', '25', SECONDS)} ${tone(SECONDS)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(folder, 'clip.mp4', made));
  const videoKey = await addReadyVideo(videos, clip, await videos.presetOf('model-k'));
  const publicKey = String(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  const keys = `/api/v1/drm-configs/${videos.scope.teamId}/jwtKeys`;
  const body = { name: 'Shop', publicKey };
  assert.equal((await videos.app.call('POST', keys, { as: videos.admin, body })).status, 201);
  await protect(videos, videoKey);
  const edge = await startEdge(videos);
  const createToken = (more: object = {}) => {
    const claims = { video: videoKey, exp: Math.floor(Date.now() / 1000) + 600, ...more };
    const text = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`;
    const key = { key: signer.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  const close = async () => {
    await browser.close();
    edge.close();
    await videos.close();
  };
  const { url, logged } = edge;
  return { browser, videos, url, videoKey, clip, createToken, logged, close };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function protect(videos: TestVideos, key: string): Promise<void> {
  await withAppWorker(videos.app.context, async () => {
    const vodId = String((await videos.video(key))['vod']?.['id']);
    const address = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
    const sent = { as: videos.admin, body: { drmModel: 'clearKey' } };
    assert.equal((await videos.app.call('PUT', address, sent)).status, 200);
    await videos.untilPublished(key, ({ stream }) => !!stream?.encryption);
  });
}

async function startEdge(videos: TestVideos) {
  const { storage, config } = videos.app.context;
  let logged = '';
  const log = (fields: object) => void (logged += JSON.stringify(fields));
  const { secretKey } = config.secrets;
  const server = createEdge({
    storage,
    log: { info: log, warn: log, error: log },
    player: await loadPlayerAssets(BUILT_PLAYER),
    access: {
      ...TEST_ACCESS,
      openStreamKey: (place, sealed) => unseal(secretKey, nameKeyPlace(place), sealed),
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await publishChannel(storage, `127.0.0.1:${port}`, videos.scope.teamId);
  await publishTeam(videos);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, logged: () => logged, close };
}

/** The rules of the test's project stand beside the keys that were made by the API. */
async function publishTeam(videos: TestVideos): Promise<void> {
  const { storage } = videos.app.context;
  const name = getPublishedTeamKey(videos.scope.teamId);
  const read = async () =>
    PublishedTeam.parse(JSON.parse(String(await storage.read(name))) as unknown);
  const { jwtKeys } = await read();
  assert.equal(jwtKeys.length, 1);
  await publishProject(storage, videos);
  await storage.put(name, Buffer.from(JSON.stringify({ ...(await read()), jwtKeys })));
}
