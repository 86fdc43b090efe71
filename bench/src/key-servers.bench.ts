// Promises: a key server that takes 2 s costs the start of its own stream 2 s once, and that of another
// nothing; videos are packaged anew at no less than 0.9 × the speed of copying their bytes.
// Run: node bench/src/key-servers.bench.ts [rounds, 5] [videos packaged anew, 40]
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
const SLOW_MS = 2000;
const LEAST_SPEED = 0.9;

type Preset = { id: string; vodDeliveryModel: string; profiles: { videoTracks: object[] }[] };

const folder = await mkdtemp(join(tmpdir(), 'kinora-key-servers-'));
const dataDir = join(folder, 'data');
const product = await startProduct(dataDir, { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
const server = await startTestKeyServer();
try {
  const client = await openClient(product);
  const clip = await makeClip('640x360', 2);
  const [clear, locked] = await createPresets(client);
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
  const beside: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const alone = await start(clear);
    answerAfter(0);
    const prompt = await start(locked);
    answerAfter(SLOW_MS);
    const [slow, other] = await Promise.all([start(locked), start(clear)]);
    if (round === 0) continue;
    samples.alone.push(alone);
    samples.prompt.push(prompt);
    samples.slow.push(slow);
    beside.push(other);
  }
  const ms = (of: number[]) => `${median(of).toFixed(0)} ms`;
  console.log(`last byte to playable, median of ${rounds}: clear ${ms(samples.alone)};`);
  console.log(`  encrypted, key at once ${ms(samples.prompt)}; key after 2 s ${ms(samples.slow)}`);
  console.log(`  that is ${(median(samples.slow) - median(samples.prompt)).toFixed(0)} ms more`);
  console.log(`  clear, beside the one that waits ${ms(beside)}`);
  answerAfter(0);
  await packageMany(client, await makeClip('1280x720', 8), locked);
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
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-vf', 'noise=alls=20:allf=t'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60'],
    ...['-c:a', 'aac', '-shortest', path],
  ]);
  return readFile(path);
}

/** @returns the ids of the classic preset, and of one like it that encrypts */
async function createPresets({ call }: Client): Promise<[string, string]> {
  const { encodingEndpoint, playbackEndpoint, encoderSecret, tokenSecret } = server;
  const { id: keyServerId } = await call<{ id: string }>('POST', '/api/v1/key-server', {
    ...{ name: 'Bench', encoderSecret, tokenSecret },
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: encodingEndpoint,
      playbackEncryptionKeyRequestApiEndpoint: playbackEndpoint,
    },
  });
  await call('POST', `/api/v1/key-server/${keyServerId}/test`);
  await call('PUT', `/api/v1/key-server/${keyServerId}/active`);
  const { data } = await call<{ data: Preset[] }>('GET', '/api/v1/presets');
  const classic = data.find(({ vodDeliveryModel }) => vodDeliveryModel === 'classic');
  if (!classic) throw new Error('there is no classic preset');
  const encryption = { isEnableVideoEncryption: true, keyServerId };
  const profiles = classic.profiles.map((profile) => ({
    ...profile,
    videoTracks: profile.videoTracks.map((track) => ({ ...track, encryption })),
  }));
  const preset = { name: 'Locked', vodDeliveryModel: 'classic', profiles };
  const { id } = await call<{ id: string }>('POST', '/api/v1/presets', preset);
  return [classic.id, id];
}

/** Packages videos anew by one call, and copies the same bytes into a folder like the product's. */
async function packageMany(
  client: Client & { projectKey: string },
  clip: Buffer,
  presetId: string,
): Promise<void> {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { key, lastByteAt } = await upload(client, { bytes: clip, title: 'Clip', presetId });
    await lastByteAt;
    keys.push(key);
  }
  for (const key of keys) await waitForVideo(client, key, isCompleted, 500);
  const before = await listSegments(keys);
  const from = performance.now();
  const action = { type: 'packageAnew' };
  await client.call('POST', '/api/v1/video-batches', { action, videos: { keys } });
  // They are done in some order; each is asked for in turn, as looking costs the same two cores.
  for (const key of keys) {
    for (;;) {
      const { vod } = await client.call<Anew>('GET', `/api/v1/videos/${key}`);
      if (vod.drmModelChange?.state === 'failed') throw new Error(`${key} failed`);
      const isReplaced = (await listSegments([key])).some((name) => /-p\d+\//.test(name));
      if (!vod.drmModelChange && isReplaced) break;
      await sleep(50);
    }
  }
  const packagedMs = performance.now() - from;
  const copiedMs = await copy(before);
  const bytes = (await Promise.all(before.map((name) => stat(name)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const speed = (tookMs: number) => `${(bytes / 1000 / tookMs).toFixed(1)} MB/s`;
  console.log(`${count} videos, ${(bytes / 1e6).toFixed(0)} MB in ${before.length} segments:`);
  console.log(
    `  packaged anew ${speed(packagedMs)}, copied ${speed(copiedMs)}: ` +
      `${(copiedMs / packagedMs).toFixed(2)} × (promise: ≥ ${LEAST_SPEED})`,
  );
}

type Anew = { vod: { drmModelChange: { state: string } | null } };

/** Paths of the segments that are stored of videos. */
async function listSegments(keys: readonly string[]): Promise<string[]> {
  const roots = keys.map((key) => join(dataDir, 'objects', 'streams', key));
  const found = await Promise.all(roots.map((root) => readdir(root, { recursive: true })));
  return found.flatMap((names, at) =>
    names.filter((name) => name.endsWith('.m4s')).map((name) => join(roots[at] ?? '', name)),
  );
}

/** Each file is read whole and stored, one after the other, as a packaging does it. */
async function copy(paths: readonly string[]): Promise<number> {
  const storage = await openStorage(`file://${join(folder, 'copies')}`, {});
  const from = performance.now();
  for (const [n, path] of paths.entries())
    await storage.put(`copies/${n}.m4s`, await readFile(path));
  return performance.now() - from;
}
