import { createHash, createHmac } from 'node:crypto';
import {
  getPublishedChannelKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
  PublishedChannel,
  type PublishedCountries,
  type PublishedVideo,
} from '@kinora/contract/published';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';
import { publishChannel, SEGMENT } from '../test-edge.ts';

// Channels, projects and videos of each kind that decides something, as the server publishes them.

const SECRETS = { k1: 'first-key', k2: 'the-second' } as const;

/** Says what a channel says that requires signatures of the keys `k1` and `k2`. */
export const signedUrl = (acceptsArkV2: boolean, required = true) => ({
  required,
  acceptsArkV2,
  keys: Object.entries(SECRETS).map(([keyId, secret]) => ({
    keyId,
    sealedSecret: Buffer.from(secret).toString('base64'),
  })),
});
const site = (policy: 'allowSome' | 'blockSome', domains: string[], allowNoReferrer = false) => ({
  policy,
  domains,
  allowNoReferrer,
});

const CHANNELS = {
  'open.test': {},
  'signed.test:8443': { signedUrl: signedUrl(true) },
  'some.test': { website: site('allowSome', ['customer.example', '*.partner.example']) },
  'app.test': { website: site('allowSome', ['customer.example'], true) },
  'most.test': { website: site('blockSome', ['evil.example', '*.worse.example']) },
  'strict.test': {
    signedUrl: signedUrl(false),
    website: site('allowSome', ['customer.example', '*.partner.example']),
  },
};
export const HOSTS = [...Object.keys(CHANNELS), 'other.test', 'nobody.test'];

const COUNTRIES: Record<string, PublishedCountries> = {
  everywhere: { allow: [], deny: [] },
  thai: { allow: ['TH', 'LA'], deny: [] },
  notUs: { allow: [], deny: ['US'] },
  nowhere: { allow: ['XX'], deny: [] },
};

const VIDEOS: Record<string, Partial<PublishedVideo>> = {
  free: {},
  thai: { geoblock: { ruleId: 'thai' } },
  notUs: { geoblock: { ruleId: 'notUs' } },
  own: { geoblock: { allow: ['TH', 'JP'], deny: ['JP'] } },
  nowhere: { geoblock: { ruleId: 'nowhere' } },
  unknown: { geoblock: { ruleId: 'not published yet' } },
  inProject: { projectId: 'thaiProject' },
  few: { projectId: 'fewChannels' },
  deleted: { state: 'deleted', stream: null },
  waiting: { state: 'notReady', stream: null },
  open: {},
  replaced: { stream: replace('replaced', Date.now() + 3_600_000) },
  outworn: { stream: replace('outworn', Date.now() - 1000) },
  others: { teamId: 'team2', projectId: 'project2' },
  constructor: {},
};
export const VIDEO_KEYS = [...Object.keys(VIDEOS), 'absent', '__proto__', 'toString'];

/** Publishes all of it into an empty storage. */
export async function publishWorld(storage: Storage): Promise<void> {
  const put = (key: string, document: object) =>
    storage.put(key, Buffer.from(JSON.stringify({ version: 1, ...document })));
  for (const [host, more] of Object.entries(CHANNELS)) {
    await publishChannel(storage, host, 'team1', { channelId: `at ${host}`, ...more });
  }
  await publishChannel(storage, 'other.test', 'team2');
  const project = async (projectId: string, teamId: string, more: object) => {
    const channelIds = Object.keys(CHANNELS).map((host) => `at ${host}`);
    const document = {
      projectId,
      teamId,
      channelIds,
      geoblockRuleId: 'everywhere',
      playerId: null,
      ...more,
    };
    await put(getPublishedProjectKey(projectId), document);
  };
  await project('project', 'team1', {});
  await project('thaiProject', 'team1', { geoblockRuleId: 'thai' });
  await project('fewChannels', 'team1', { channelIds: ['at open.test', 'at strict.test'] });
  await project('project2', 'team2', { channelIds: ['channel of team2'] });
  for (const teamId of ['team1', 'team2']) {
    await put(getPublishedTeamKey(teamId), {
      teamId,
      name: teamId,
      geoblockRules: COUNTRIES,
      jwtKeys: [],
    });
  }
  for (const [videoKey, more] of Object.entries(VIDEOS)) {
    await changeVideo(storage, videoKey, more);
    for (const name of FILES) {
      for (const folder of ['rev1', ...(more.stream ? [more.stream.folder] : [])])
        await storage.put(`streams/${videoKey}/${folder}/${name}`, SEGMENT);
    }
  }
}

/** Publishes a video again, like the others except for `more`. */
export async function changeVideo(
  storage: Storage,
  videoKey: string,
  more: Partial<PublishedVideo>,
): Promise<void> {
  const document: PublishedVideo = {
    version: 1,
    videoKey,
    teamId: 'team1',
    title: videoKey,
    description: '',
    publishedDate: null,
    projectId: 'project',
    geoblock: null,
    state: 'playable',
    stream: createStream(videoKey),
    ...more,
  };
  await storage.put(getPublishedVideoKey(videoKey), Buffer.from(JSON.stringify(document)));
}

/** Publishes a channel without one of its keys. @returns what publishes it as it was */
export async function takeKeyAway(
  storage: Storage,
  host: string,
  keyId: string,
): Promise<() => Promise<void>> {
  const place = getPublishedChannelKey(host);
  const bytes = await storage.read(place);
  if (!bytes) throw new Error(`no channel at ${host}`);
  const channel = PublishedChannel.parse(JSON.parse(bytes.toString()));
  const keys = channel.signedUrl.keys.filter((key) => key.keyId !== keyId);
  const changed = { ...channel, signedUrl: { ...channel.signedUrl, keys } };
  await storage.put(place, Buffer.from(JSON.stringify(changed)));
  return async () => {
    await storage.put(place, bytes);
  };
}

const FILES = [
  'v360/init.mp4',
  'v360/1.m4s',
  'v360/2.m4s',
  'a1/init.mp4',
  'a1/1.m4s',
  'a1/2.m4s',
  // Stored, and in no playlist.
  'v720/1.m4s',
  'v360/3.m4s',
  '360p.mp4',
  'cover-320.jpg',
];

/** A stream of a second revision, in the place of the first. */
function replace(videoKey: string, until: number): StreamDescription {
  const first = createStream(videoKey);
  const earlier = [{ ...first, until }];
  return { ...first, revisionKey: 'rev2', folder: 'rev2-x', earlier };
}

function createStream(videoKey: string) {
  return createTestStream({
    videoKey,
    video: [createTestVideo(360, { codec: 'avc1.64001e' }), createTestVideo(720, { ready: false })],
    audio: [createTestAudio('a1')],
    coverWidths: [320],
    open: videoKey === 'open',
    deliveryModel: videoKey === 'thai' ? 'model-k' : 'classic',
    progressive: [{ height: 360, width: 640, sizeBytes: SEGMENT.length }],
  });
}

/** Values as they are signed, by their names. */
export type Conditions = {
  client_ip?: string;
  geo_allow?: string;
  geo_block?: string;
  user_agent?: string;
};
type Unsigned = { host: string; path: string; prefix: string | null; conditions?: Conditions };
type KeyId = keyof typeof SECRETS;

/** Signs as decisions, section 5, says; `prefix` null signs the path alone. */
export function signQuery(unsigned: Unsigned, keyId: KeyId, expires: number): string {
  const { user_agent: _, ...conditions } = unsigned.conditions ?? {};
  const lines = listLines({ ...unsigned, conditions }, expires).join('\n');
  const signature = createHmac('sha256', SECRETS[keyId]).update(lines).digest('base64url');
  return writeQuery('x_', { key_id: keyId, expires }, { ...unsigned, conditions }, signature);
}

/** Signs in the older form, by the same section. */
export function signArkV2Query(unsigned: Unsigned, keyId: KeyId, expires: number): string {
  const { geo_allow: _, geo_block: __, ...conditions } = unsigned.conditions ?? {};
  const lines = [...listLines({ ...unsigned, conditions }, expires), SECRETS[keyId]].join('\n');
  const signature = createHash('md5').update(lines).digest('base64url');
  const given = { access_id: keyId, auth_type: 'ark-v2', expires };
  return writeQuery('x_ark_', given, { ...unsigned, conditions }, signature);
}

function listLines({ host, path, prefix, conditions = {} }: Unsigned, expires: number): string[] {
  const said = Object.entries(conditions).map(([name, value]) => `${name}:${value}`);
  return ['GET', host, prefix ?? path, ...said.toSorted(), String(expires)];
}

function writeQuery(
  start: string,
  given: object,
  { prefix, conditions = {} }: Unsigned,
  signature: string,
): string {
  const flags = Object.entries(conditions).map(([name, value]) => [
    name,
    name.startsWith('geo') ? value : '1',
  ]);
  const place = prefix === null ? [] : [['path_prefix', prefix]];
  const all = [...Object.entries(given), ...place, ...flags, ['signature', signature]];
  return all.map(([name, value]) => `${start}${name}=${value}`).join('&');
}
