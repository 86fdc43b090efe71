import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openStorage } from '@kinora/storage/storage';
import { publishChannel, publishVideo, TEST_ACCESS, testStream } from './test-edge.ts';
import { encode } from './test-media.ts';
import { startEdge } from './start.ts';

const run = promisify(execFile);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HERE = { log: quiet, access: TEST_ACCESS, host: '127.0.0.1', port: 0 };

async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-start-edge-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function builtPlayer(folder: string): Promise<string> {
  const entry = { file: 'assets/embed-Ab12Cd34.js' };
  const manifest = { 'src/embed.ts': entry, 'src/watch.ts': entry };
  await mkdir(join(folder, 'player/assets'), { recursive: true });
  await writeFile(join(folder, 'player/manifest.json'), JSON.stringify(manifest));
  const ads = { 'src/ads/frame/frame.ts': entry };
  await writeFile(join(folder, 'player/ads-manifest.json'), JSON.stringify(ads));
  await writeFile(join(folder, 'player/assets/embed-Ab12Cd34.js'), 'export {}');
  return join(folder, 'player');
}

test('ffmpeg plays every frame and sample of a stream from the started edge', async (t) => {
  const folder = await temporaryFolder(t);
  const revision = join(folder, 'objects/streams/vid1/rev1');
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'];
  const picture = 'testsrc=size=640x360:rate=25';
  const videoSegments = await encode(join(revision, 'v360'), picture, x264);
  const segments = await encode(join(revision, 'a1'), 'sine=sample_rate=48000', ['-c:a', 'aac']);
  const storage = await openStorage(pathToFileURL(join(folder, 'objects')).href, {});
  const playerFolder = await builtPlayer(folder);
  const options = { storage, playerFolder, ...HERE };
  const edge = await startEdge(options);
  try {
    const stream = testStream({ videoSegments });
    for (const audio of stream.audio) audio.segments = segments;
    await publishChannel(storage, `127.0.0.1:${edge.port}`, 'team1');
    await publishVideo(storage, { stream });

    const url = `http://127.0.0.1:${edge.port}/streams/vid1/playlist.m3u8`;
    const entries = ['-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'json'];
    const { stdout } = await run('ffprobe', ['-v', 'error', '-count_frames', ...entries, url]);
    const { streams } = JSON.parse(stdout) as {
      streams: { codec_type: string; nb_read_frames: string }[];
    };
    const frames = (type: string) =>
      Number(streams.find((found) => found.codec_type === type)?.nb_read_frames);
    assert.equal(frames('video'), 125);
    // 240,000 samples in AAC frames of 1024, and one of encoder delay.
    assert.ok(frames('audio') >= 235, `${frames('audio')} audio frames`);
  } finally {
    await edge.close();
  }
});

test('a closed edge has answered what it had begun and takes no more', async (t) => {
  const folder = await temporaryFolder(t);
  const storage = await openStorage(pathToFileURL(join(folder, 'objects')).href, {});
  const playerFolder = await builtPlayer(folder);
  const options = { playerFolder, ...HERE };
  const waits = new Promise((resolve) => setTimeout(resolve, 100));
  const slow = { ...storage, check: async () => void (await waits) };
  const edge = await startEdge({ ...options, storage: slow });
  const requested = fetch(`http://127.0.0.1:${edge.port}/readyz`);
  const idle = await fetch(`http://127.0.0.1:${edge.port}/healthz`);
  await idle.text();
  await Promise.all([
    edge.close(),
    requested.then((response) => assert.equal(response.status, 200)),
  ]);
  await assert.rejects(fetch(`http://127.0.0.1:${edge.port}/healthz`));
});

test('an edge without a built player does not start, and says so', async (t) => {
  const folder = await temporaryFolder(t);
  const storage = await openStorage(pathToFileURL(folder).href, {});
  const options = { storage, ...HERE };
  await assert.rejects(startEdge({ ...options, playerFolder: folder }), /player is not built/);
});

test('who waits for a segment is sent away by an edge that closes', async (t) => {
  const folder = await temporaryFolder(t);
  const storage = await openStorage(pathToFileURL(join(folder, 'objects')).href, {});
  const playerFolder = await builtPlayer(folder);
  const requested = Promise.withResolvers<void>();
  const requestSegment = async () => requested.resolve();
  const options = { storage, playerFolder, requestSegment, ...HERE };
  const edge = await startEdge(options);
  await publishChannel(storage, `127.0.0.1:${edge.port}`, 'team1');
  await publishVideo(storage, { stream: testStream({ open: true }) });
  const held = fetch(`http://127.0.0.1:${edge.port}/streams/vid1/rev1/v720/1.m4s`);
  await requested.promise;
  await Promise.all([edge.close(), held.then((response) => assert.equal(response.status, 503))]);
});
