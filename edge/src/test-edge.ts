import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { PlayerOptions } from '@kinora/contract/player-options';
import {
  getPublishedChannelKey,
  getPublishedPlayerKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
  type PublishedChannel,
  type PublishedCountries,
  type PublishedVideo,
} from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { cacheText } from './cached-text.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { openServiceEgress } from './licences/licence-service.ts';
import type { PlayerAssets } from './player-assets.ts';
import { type Answer, createEdge, type EdgeAccess, type EdgeOptions } from './serve.ts';

/** Secrets aren't sealed in tests, and no country can be told. */
export const TEST_ACCESS: EdgeAccess = {
  teamKey: Buffer.from('what the console signs with'),
  openSecret: (_keyId, sealed) => sealed,
  openStreamKey: (_place, sealed) => sealed,
  openDrmSecret: (_place, sealed) => sealed,
  egress: openServiceEgress(['127.0.0.1/32']),
  findCountry: () => null,
  sealRefusal,
};

/** Like the product's own, it leaves out facts that would be too long for a head. */
function sealRefusal(refused: object): string | null {
  const id = Buffer.from(JSON.stringify(refused)).toString('base64url');
  return id.length > 4000 ? null : id;
}
export const SEGMENT = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));

export type EdgeUnderTest = {
  /** `http://127.0.0.1:{port}` */
  url: string;
  port: number;
  storage: Storage;
  folder: string;
  /** Keys that the edge has read from storage. */
  readKeys: string[];
  answers: Answer[];
  logged: { level: string; fields: object }[];
  /** The edge's clock, which the test moves. */
  clock: { nowMs: number; /** of the viewers at this machine */ country: string | null };
  publish(video: Partial<PublishedVideo>): Promise<void>;
};

/** Starts an edge on a folder, with the channel of `team1` at its address and the video `vid1`. */
export async function startEdgeUnderTest(
  context: Pick<TestContext, 'after'>,
  options: Partial<EdgeOptions> & { wrap?: (storage: EdgeStorage) => EdgeStorage } = {},
): Promise<EdgeUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-edge-'));
  const storage = await openStorage(pathToFileURL(folder).href, {});
  const readKeys: string[] = [];
  const answers: Answer[] = [];
  const logged: EdgeUnderTest['logged'] = [];
  const clock: EdgeUnderTest['clock'] = { nowMs: 1_000_000, country: null };
  const level = (name: string) => (fields: object) => logged.push({ level: name, fields });
  const { wrap = (inner) => inner, ...rest } = options;
  const server = createEdge({
    storage: wrap(spyOnReads(storage, readKeys)),
    player: await createTestPlayer(),
    log: { info: level('info'), warn: level('warn'), error: level('error') },
    now: () => clock.nowMs,
    access: {
      ...TEST_ACCESS,
      findCountry: (address) => (address === '127.0.0.1' ? clock.country : null),
    },
    observe: (answer) => answers.push(answer),
    ...rest,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const publish = (video: Partial<PublishedVideo>) => publishVideo(storage, video);
  await publishChannel(storage, `127.0.0.1:${port}`, 'team1');
  await publish({});
  await putMedia(storage);
  const url = `http://127.0.0.1:${port}`;
  return { url, port, storage, folder, readKeys, answers, logged, clock, publish };
}

/** The channel's team gets a project, whose videos play on it alone. */
export async function publishChannel(
  storage: Storage,
  host: string,
  teamId: string,
  more: Partial<PublishedChannel> = {},
): Promise<void> {
  const document: PublishedChannel = {
    version: 1,
    channelId: `channel of ${teamId}`,
    teamId,
    website: { policy: 'allowAll', domains: [], allowNoReferrer: false },
    signedUrl: { required: false, acceptsArkV2: false, keys: [] },
    ...more,
  };
  await storage.put(getPublishedChannelKey(host), Buffer.from(JSON.stringify(document)));
  if (await storage.read(getPublishedTeamKey(teamId))) return;
  await publishProject(storage, { teamId, projectId: `project-of-${teamId}` });
}

/** Publishes a project with rules about countries, whose videos play on the channel of `publishChannel`. */
export async function publishProject(
  storage: Storage,
  {
    teamId,
    projectId,
    playerId = null,
  }: { teamId: string; projectId: string; playerId?: string | null },
  countries: PublishedCountries = { allow: [], deny: [] },
): Promise<void> {
  const channelIds = [`channel of ${teamId}`];
  const project = { version: 1, projectId, teamId, channelIds, geoblockRuleId: 'rule', playerId };
  await storage.put(getPublishedProjectKey(projectId), Buffer.from(JSON.stringify(project)));
  const team = {
    version: 1,
    teamId,
    name: `Name of ${teamId}`,
    geoblockRules: { rule: countries },
    jwtKeys: [],
  };
  await storage.put(getPublishedTeamKey(teamId), Buffer.from(JSON.stringify(team)));
}

export async function publishPlayer(
  storage: Storage,
  { teamId, playerId }: { teamId: string; playerId: string },
  options: Partial<PlayerOptions>,
): Promise<void> {
  const document = { version: 1, teamId, playerId, options };
  await storage.put(getPublishedPlayerKey(playerId), Buffer.from(JSON.stringify(document)));
}

export async function publishVideo(storage: Storage, more: Partial<PublishedVideo>): Promise<void> {
  const document = createPublishedVideo(more);
  await storage.put(getPublishedVideoKey(document.videoKey), Buffer.from(JSON.stringify(document)));
}

/** The document of a video of `team1` that plays. */
export function createPublishedVideo(more: Partial<PublishedVideo> = {}): PublishedVideo {
  const { teamId = 'team1' } = more;
  return {
    version: 1,
    videoKey: 'vid1',
    teamId,
    title: 'A title',
    description: '',
    publishedDate: null,
    state: 'playable',
    stream: testStream(),
    projectId: `project-of-${teamId}`,
    geoblock: null,
    ...more,
  };
}

async function putMedia(storage: Storage): Promise<void> {
  for (const name of ['v360/init.mp4', 'v360/1.m4s', 'v360/2.m4s', 'a1/init.mp4', 'a1/1.m4s']) {
    await storage.put(`streams/vid1/rev1/${name}`, SEGMENT);
  }
  for (const width of [320, 640, 1280]) {
    await storage.put(`streams/vid1/rev1/cover-${width}.jpg`, Buffer.from(`cover ${width}`));
  }
}

export function testStream(more: Partial<StreamDescription> = {}): StreamDescription {
  return createTestStream({
    video: [createTestVideo(360, { codec: 'avc1.64001e' }), createTestVideo(720, { ready: false })],
    audio: [createTestAudio('a1')],
    coverWidths: [320, 640, 1280],
    ...more,
  });
}

/** Sends raw text, which fetch would tidy up, and reads until the connection ends. */
export async function rawRequest(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await once(socket, 'close');
  return received;
}

function spyOnReads(storage: Storage, readKeys: string[]): EdgeStorage {
  return {
    read: (key) => (readKeys.push(key), storage.read(key)),
    open: (key, range) => (readKeys.push(key), storage.open(key, range)),
    stat: (key) => (readKeys.push(key), storage.stat(key)),
    localPath: (key) => (readKeys.push(key), storage.localPath(key)),
    signUrl: (key, seconds) => storage.signUrl(key, seconds),
    check: () => storage.check(),
  };
}

export async function createTestPlayer(): Promise<PlayerAssets> {
  const script = await cacheText(Buffer.from('export const player = 1;\n'.repeat(100)), true);
  const contentType = 'text/javascript; charset=utf-8';
  return {
    files: new Map([
      ['assets/embed-Ab12Cd34.js', { contentType, text: script, immutable: true }],
      ['plain.js', { contentType, text: script, immutable: false }],
    ]),
    embed: { script: 'assets/embed-Ab12Cd34.js', styles: ['assets/embed-Ef56Gh78.css'] },
    adFrame: { script: 'assets/ads-frame-Qr12St34.js', styles: [] },
    watch: { script: 'assets/watch-Ij90Kl12.js', styles: ['assets/watch-Mn34Op56.css'] },
  };
}
