// Promises: a key server that takes 2 s costs the start of its own stream 2 s once, and that of others
// nothing; videos are packaged again at no less than 0.9 × the speed of copying their bytes. Run: node
// bench/src/key-servers.bench.ts [rounds, 5] [videos packaged again, 40] [seconds of each, 60]
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { KEY_HEADERS, startTestKeyServer } from '@kinora/server/test-key-server';
import { openStorage } from '@kinora/storage/storage';
import { median } from './median.ts';
import {
  type Client,
  isCompleted,
  openClient,
  upload,
  type Video,
  waitForVideo,
} from './product-client.ts';
import { startProduct } from './product.ts';
import { requirePackages } from './require-packages.ts';

requirePackages('ffmpeg');
const rounds = Number(process.argv[2] ?? 5);
const count = Number(process.argv[3] ?? 40);
const seconds = Number(process.argv[4] ?? 60);
const SLOW_MS = 2000;
const LEAST_SPEED = 0.9;
// One before them is not counted: threads begin in it.
const PACKAGING_ROUNDS = 3;

type Preset = {
  id: string;
  vodDeliveryModel: string;
  profiles: { videoTracks: { resolutionType: string }[] }[];
};

const folder = await mkdtemp(join(tmpdir(), 'kinora-key-servers-'));
const dataDir = join(folder, 'data');
const product = await startProduct(dataDir, { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
const server = await startTestKeyServer();
try {
  const client = await openClient(product);
  const clip = await makeClip('640x360', 2);
  const { clear, locked, lockedCopy, clearCopy } = await createPresets(client);
  const start = async (presetId: string) => {
    const sent = await upload(client, { bytes: clip, title: 'Clip', presetId });
    const from = await sent.lastByteAt;
    await waitForVideo(client, sent.key, isPlayable, 10);
    return performance.now() - from;
  };
  const answerAfter = (ms: number) =>
    server.misbehave((response, key) => {
      setTimeout(() => response.writeHead(200, KEY_HEADERS).end(key), ms);
    });
  const samples = { alone: [] as number[], prompt: [] as number[], slow: [] as number[] };
  const beside = { prompt: [] as number[], slow: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const alone = await start(clear);
    answerAfter(0);
    const prompt = await start(locked);
    // Two that begin at once share the processor, whatever the key server does.
    const [, besidePrompt] = await Promise.all([start(locked), start(clear)]);
    answerAfter(SLOW_MS);
    const [slow, besideSlow] = await Promise.all([start(locked), start(clear)]);
    if (round === 0) continue;
    samples.alone.push(alone);
    samples.prompt.push(prompt);
    samples.slow.push(slow);
    beside.prompt.push(besidePrompt);
    beside.slow.push(besideSlow);
  }
  const ms = (of: number[]) => `${median(of).toFixed(0)} ms`;
  console.log(`last byte to playable, median of ${rounds}: clear ${ms(samples.alone)};`);
  console.log(`  encrypted, key at once ${ms(samples.prompt)}; key after 2 s ${ms(samples.slow)}`);
  console.log(`  that is ${(median(samples.slow) - median(samples.prompt)).toFixed(0)} ms more`);
  console.log(
    `  clear, begun with one whose key comes at once ${ms(beside.prompt)}, after 2 s ${ms(beside.slow)}`,
  );
  answerAfter(0);
  const long = await makeClip('1280x720', seconds);
  await packageMany('AES-128', client, await makeVideos(client, long, lockedCopy));
  const clears = await makeVideos(client, long, clearCopy);
  await protect(client, clears);
  await packageMany('cbcs', client, clears);
} finally {
  await server.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

function isPlayable(video: Video): boolean {
  return ['partiallyCompleted', 'completed'].includes(video.vod.processingInfo.state);
}

async function makeClip(size: string, seconds: number): Promise<Buffer> {
  const path = join(folder, 'clip.mp4');
  await promisify(execFile)('ffmpeg', [
    '-y',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=30:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${seconds}`,
    '-vf',
    'noise=alls=20:allf=t',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
    // Above 20 Mbit/s a source is not copied.
    '-b:v',
    '6M',
    '-maxrate',
    '9M',
    '-bufsize',
    '9M',
    '-c:a',
    'aac',
    '-shortest',
    path,
  ]);
  return readFile(path);
}

/**
 * @returns the ids of the classic preset and of one like it that encrypts; and of two with one rendition, which
 *   copy the long clip: many videos are made without encoding any
 */
async function createPresets({ call }: Client) {
  const { encodingEndpoint, playbackEndpoint, encoderSecret, tokenSecret } = server;
  const { id: keyServerId } = await call<{ id: string }>('POST', '/api/v1/key-server', {
    name: 'Bench',
    encoderSecret,
    tokenSecret,
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: encodingEndpoint,
      playbackEncryptionKeyRequestApiEndpoint: playbackEndpoint,
    },
  });
  await call('POST', `/api/v1/key-server/${keyServerId}/test`);
  await call('PUT', `/api/v1/key-server/${keyServerId}/active`);
  const { data } = await call<{ data: Preset[] }>('GET', '/api/v1/presets');
  const classic = data.find(({ vodDeliveryModel }) => vodDeliveryModel === 'classic');
  const other = data.find(({ vodDeliveryModel }) => vodDeliveryModel === 'model-k');
  if (!classic || !other) throw new Error('a preset is missing');
  const encryption = { isEnableVideoEncryption: true, keyServerId };
  const create = async (name: string, of: Preset, own: { isCopied: boolean; more: object }) => {
    const profiles = of.profiles.map((profile) => ({
      ...profile,
      videoTracks: profile.videoTracks
        .filter(({ resolutionType }) => !own.isCopied || resolutionType === '720p')
        .map((track) => ({ ...track, ...own.more })),
    }));
    const preset = { name, vodDeliveryModel: of.vodDeliveryModel, profiles };
    return (await call<{ id: string }>('POST', '/api/v1/presets', preset)).id;
  };
  return {
    clear: classic.id,
    locked: await create('Locked', classic, { isCopied: false, more: { encryption } }),
    lockedCopy: await create('Locked copy', classic, { isCopied: true, more: { encryption } }),
    clearCopy: await create('Clear copy', other, { isCopied: true, more: {} }),
  };
}

async function makeVideos(
  client: Client & { projectKey: string },
  bytes: Buffer,
  presetId: string,
): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const sent = await upload(client, { bytes, title: 'Clip', presetId });
    await sent.lastByteAt;
    keys.push(sent.key);
  }
  for (const key of keys) await waitForVideo(client, key, isCompleted, 500);
  return keys;
}

async function protect(client: Client, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const { vod } = await client.call<Anew>('GET', `/api/v1/videos/${key}`);
    const model = `/api/v1/videos/${key}/vods/${vod.id}/drm-model`;
    await client.call('PUT', model, { drmModel: 'clearKey' });
  }
  for (const key of keys) await waitUntilPackaged(client, key);
}

async function waitUntilPackaged(client: Client, key: string, everyMs = 20): Promise<void> {
  for (;;) {
    const { vod } = await client.call<Anew>('GET', `/api/v1/videos/${key}`);
    if (vod.drmModelChange?.state === 'failed') throw new Error(`${key} failed`);
    if (!vod.drmModelChange) return;
    await sleep(everyMs);
  }
}

/** Packages videos again by one call, and copies the same bytes into a folder like the product's, in turn. */
async function packageMany(name: string, client: Client, keys: readonly string[]): Promise<void> {
  const speeds = { packaged: [] as number[], copied: [] as number[] };
  for (let round = 0; round <= PACKAGING_ROUNDS; round += 1) {
    const { made, ms } = await packageOnce(client, keys);
    const sizes = await Promise.all(made.map(async (path) => (await stat(path)).size));
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    // They were written past the cache: what copies them, and packages them next, finds them there.
    for (const path of made) await readFile(path);
    const copiedMs = await copy(made);
    const speed = (tookMs: number) => `${(kilobytes / tookMs).toFixed(1)} MB/s`;
    console.log(
      `${name}: ${keys.length} videos, ${(kilobytes / 1000).toFixed(0)} MB in ${made.length} segments: ` +
        `packaged anew ${speed(ms)}, copied ${speed(copiedMs)}${round === 0 ? ', not counted' : ''}`,
    );
    if (round === 0) continue;
    speeds.packaged.push(kilobytes / ms);
    speeds.copied.push(kilobytes / copiedMs);
  }
  const ratio = median(speeds.packaged) / median(speeds.copied);
  console.log(`  ${ratio.toFixed(2)} × (promise: ≥ ${LEAST_SPEED})`);
}

/** @returns paths of the new segments, and the time in ms; those before are removed in their time, as ever */
async function packageOnce(client: Client, keys: readonly string[]) {
  const before = new Set(await listSegments(keys));
  const from = performance.now();
  const action = { type: 'rotateKeys' };
  const batches = '/api/v1/video-batches';
  const { id } = await client.call<Batch>('POST', batches, { action, videos: { keys } });
  // Asking costs the same cores: it is done seldom, and of each video in turn, though some are done before it.
  while ((await client.call<Batch>('GET', `${batches}/${id}`)).state !== 'completed')
    await sleep(250);
  for (const key of keys) await waitUntilPackaged(client, key, 250);
  const ms = performance.now() - from;
  const made = (await listSegments(keys)).filter((path) => !before.has(path));
  return { made, ms };
}

type Batch = { id: string; state: string };
type Anew = { vod: { id: string; drmModelChange: { state: string } | null } };

/** Paths of the segments that are stored of videos. */
async function listSegments(keys: readonly string[]): Promise<string[]> {
  const roots = keys.map((key) => join(dataDir, 'objects', 'streams', key));
  const found = await Promise.all(roots.map(listFiles));
  return found.flatMap((names, at) =>
    names.filter((name) => name.endsWith('.m4s')).map((name) => join(roots[at] ?? '', name)),
  );
}

/** Retries, as folders may be removed while they are listed. */
async function listFiles(root: string): Promise<string[]> {
  for (;;) {
    try {
      return await readdir(root, { recursive: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

/** Each file is read whole and stored, one after the other, as a packaging does it. */
async function copy(paths: readonly string[]): Promise<number> {
  const storage = await openStorage(`file://${join(folder, 'copies')}`, {});
  const from = performance.now();
  for (const [n, path] of paths.entries())
    await storage.put(`copies/${n}.m4s`, await readFile(path));
  return performance.now() - from;
}
