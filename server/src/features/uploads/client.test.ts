import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { TUS_PATH } from '@kinora/contract/uploads';
import { Upload, type UploadOptions } from 'tus-js-client';
import { startTestUploads, type TestUploads } from '../../test-uploads.ts';

let uploads: TestUploads;
const closing: (() => void)[] = [];
before(async () => {
  uploads = await startTestUploads();
});
after(async () => {
  for (const close of closing) close();
  await uploads.close();
});

type Proxy = { port: number; connections: number; bytes: number };

/** A network that breaks each of the first connections after so many bytes to the server. */
async function brittleNetwork(breakAfter: number[]): Promise<Proxy> {
  const proxy = { port: 0, connections: 0, bytes: 0 };
  const server = createServer((client) => {
    const limit = breakAfter[proxy.connections] ?? Infinity;
    proxy.connections += 1;
    const upstream = connect(uploads.port, '127.0.0.1');
    let passed = 0;
    client.on('data', (chunk) => {
      passed += chunk.length;
      proxy.bytes += chunk.length;
      if (passed > limit) {
        client.destroy();
        upstream.destroySoon();
      } else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroySoon());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => server.close());
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

/** Runs the client to its end; answers the upload's address. */
function run(
  file: Buffer,
  videoKey: string,
  port: number,
  options: Partial<UploadOptions> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `http://127.0.0.1:${port}${TUS_PATH}`,
      headers: { authorization: `Bearer ${uploads.admin.token}` },
      metadata: { videoKey, filename: 'a.mp4', filetype: 'video/mp4' },
      retryDelays: Array.from({ length: 20 }, () => 50),
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      ...options,
    });
    upload.start();
  });
}

test('tus-js-client uploads in one piece, in chunks, with the creation and with POST alone', async () => {
  const file = randomBytes(500_000);
  const variants: Partial<UploadOptions>[] = [
    {},
    { chunkSize: 64_000 },
    { uploadDataDuringCreation: true },
    { uploadDataDuringCreation: true, chunkSize: 64_000 },
    { overridePatchMethod: true, chunkSize: 200_000 },
  ];
  for (const options of variants) {
    const videoKey = await uploads.addVideo(file.length);
    await run(file, videoKey, uploads.port, options);
    assert.deepEqual(await uploads.source(videoKey), file, JSON.stringify(options));
  }
});

test('tus-js-client goes on after each cut from where the server is, and sends little twice', async () => {
  const file = randomBytes(6_000_000);
  const videoKey = await uploads.addVideo(file.length);
  // The first connection is the creation's; the client keeps connections, so this counts roughly.
  const network = await brittleNetwork([1_500_000, 1_000_000, 1, 2_000_000, 100, 400_000]);
  const cuts: number[] = [];
  await run(file, videoKey, network.port, {
    onShouldRetry: (error) => {
      cuts.push(error.originalResponse?.getStatus() ?? 0);
      return true;
    },
  });
  assert.ok(cuts.length >= 3, `${cuts.length} cuts`);
  assert.ok(cuts.every((status) => [0, 409, 423].includes(status)));
  assert.deepEqual(await uploads.source(videoKey), file);
  assert.ok(network.bytes < file.length * 1.5, `${network.bytes} bytes were sent`);
});

test('a client that was closed goes on later with the address it kept', async () => {
  const file = randomBytes(300_000);
  const videoKey = await uploads.addVideo(file.length);
  const address = await new Promise<string>((resolve, reject) => {
    const first = new Upload(file, {
      endpoint: `http://127.0.0.1:${uploads.port}${TUS_PATH}`,
      headers: { authorization: `Bearer ${uploads.admin.token}` },
      metadata: { videoKey },
      chunkSize: 50_000,
      onError: reject,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 100_000) void first.abort().then(() => resolve(first.url ?? ''));
      },
    });
    first.start();
  });
  const sent: number[] = [];
  await run(file, videoKey, uploads.port, {
    uploadUrl: address,
    chunkSize: 50_000,
    onChunkComplete: (size) => void sent.push(size),
  });
  assert.ok(sent.length <= 4, `${sent.length} chunks were sent again`);
  assert.deepEqual(await uploads.source(videoKey), file);
});

test('a finished upload is a success at once to a client that missed the last answer', async () => {
  const file = randomBytes(1000);
  const videoKey = await uploads.addVideo(file.length);
  const address = await run(file, videoKey, uploads.port);
  assert.equal(await run(file, videoKey, uploads.port, { uploadUrl: address }), address);
});

test('tus-js-client takes 403 as final', async () => {
  const file = randomBytes(1000);
  const videoKey = await uploads.addVideo(file.length);
  await run(file, videoKey, uploads.port);
  await assert.rejects(run(file, videoKey, uploads.port), /upload_finished/);
});

test('tus-js-client terminates an upload', async () => {
  const { path } = await uploads.addUpload(1000);
  await Upload.terminate(`http://127.0.0.1:${uploads.port}${path}`, {
    headers: { authorization: `Bearer ${uploads.admin.token}` },
  });
  assert.equal((await uploads.call('HEAD', { path })).status, 404);
});
