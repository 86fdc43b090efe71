import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { getPublishedTeamKey, type PublishedVideo } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import {
  createTestPlayer,
  publishChannel,
  publishProject,
  TEST_ACCESS,
} from '@kinora/edge/test-edge';
import { createEdge } from '@kinora/edge/serve';
import { launchPlayers, type Players } from '@kinora/edge/test-players';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { setUpMultiDrm } from '../../test-drm.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { listStreamKeys } from './queries.ts';

const SECONDS = 7;
const folder = await testFolder();
let videos: TestVideos;
let players: Players;
let key: string;
/** The KEYFORMAT of Widevine in a playlist. */
const WIDEVINE = 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed';

let url: string;
let keys: Record<string, string>;
let closeEdge: () => void;

before(async () => {
  [videos, players] = await Promise.all([startTestVideos({ NODE_ENV: 'test' }), launchPlayers()]);
  const { storage, db, config } = videos.app.context;
  const made = `${testVideo('640x360', '25', SECONDS)} ${tone(SECONDS)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(folder, 'clip.mp4', made));
  key = await videos.upload(clip, { presetId: await videos.presetOf('model-k') });
  const { revisionKey } = await withAppWorker(videos.app.context, async () => {
    await videos.until(key, (now) => stateOf(now) === 'completed');
    const early = await setModel('multiDrm');
    assert.deepEqual([early.status, early.body['code']], [409, 'drm_not_set_up']);
    await setUpMultiDrm(videos.app, videos.admin);
    // The documents of the team and the project that the edge gets below are made up.
    const team = getPublishedTeamKey(videos.teamId);
    await until('the team to be published', async () =>
      String(await storage.read(team)).includes('playready'),
    );
    assert.equal((await setModel('clearKey')).status, 200);
    const { stream } = await videos.untilPublished(key, ({ stream: now }) => !!now?.encryption);
    assert.ok(stream);
    return stream;
  });
  const stored = await listStreamKeys(db, config.secrets.secretKey, revisionKey, 1);
  const hex = stored.map(({ keyId, key: secret }) => [
    keyId.toString('hex'),
    secret.toString('hex'),
  ]);
  keys = Object.fromEntries(hex) as Record<string, string>;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = createEdge({
    storage,
    player: await createTestPlayer(),
    log,
    access: TEST_ACCESS,
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await publishChannel(storage, `127.0.0.1:${port}`, videos.scope.teamId);
  await publishProject(storage, videos);
  url = `http://127.0.0.1:${port}/streams/${key}`;
  closeEdge = () => {
    server.closeAllConnections();
    server.close();
  };
});
after(async () => {
  await players.close();
  closeEdge();
  await videos.close();
});

async function setModel(drmModel: string) {
  const vodId = String((await videos.video(key))['vod']?.['id']);
  const address = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
  const sent = { as: videos.admin, body: { drmModel } };
  return videos.app.call('PUT', address, sent);
}

test('a protected stream plays from its first frame to its last with its keys', async (t) => {
  const page = await players.open(t);
  await page.playWithShaka(`${url}/manifest.mpd`, { drm: { clearKeys: keys } });
  await page.waitForEnd(SECONDS);
});

test('with other keys it does not play', async (t) => {
  const page = await players.open(t);
  const wrong = Object.fromEntries(Object.keys(keys).map((id) => [id, '0'.repeat(32)]));
  const played = page
    .playWithShaka(`${url}/manifest.mpd`, { drm: { clearKeys: wrong } })
    .then(() => page.waitForEnd(SECONDS));
  await assert.rejects(played);
});

// Last, because it changes what is signalled. Shaka Player knows no ClearKey in playlists.
test('signalled for licence servers, its playlists play with the same keys', async (t) => {
  await withAppWorker(videos.app.context, async () => {
    assert.equal((await setModel('multiDrm')).status, 200);
    const isSignalled = ({ stream }: PublishedVideo) =>
      stream?.encryption?.method === 'cbcs' && stream.encryption.systems.includes('widevine');
    await videos.untilPublished(key, isSignalled);
    // The edge looks at a document once a second, and reads again what the list of changes names.
    const playlist = async () => (await fetch(`${url}/playlist.m3u8`)).text();
    await until('the edge to signal Widevine', async () => (await playlist()).includes(WIDEVINE));
  });
  const page = await players.open(t);
  await page.playWithShaka(`${url}/playlist.m3u8`, { drm: { clearKeys: keys } });
  await page.waitForEnd(SECONDS);
});
