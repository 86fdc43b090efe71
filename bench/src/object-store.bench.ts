// Measures how soon a long source plays that lies in an object store behind a network: the whole product with
// S3 behind a link of 1 Gbit/s, from the last byte of the upload to the first segment, for a film that
// must be encoded and for one that is copied. Promise: ≤ 5 s after the last byte, whatever the length.
// Yardstick: how long it takes to do no more than fetch the source over that link.
// Run: node bench/src/object-store.bench.ts [minutes of film, 20] [rounds, 3] [Mbit/s of the link, 1000]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openStorage } from '@kinora/storage/storage';
import { startTestS3 } from '@kinora/storage/test-s3-server';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import {
  deleteVideo,
  waitUntilPlayable,
  hasWholeVideo,
  openClient,
  upload,
  waitForVideo,
} from './product-client.ts';
import { startProduct } from './product.ts';

requirePackages('ffmpeg');
const run = promisify(execFile);
const minutes = Number(process.argv[2] ?? 20);
const rounds = Number(process.argv[3] ?? 3);
const linkBps = Number(process.argv[4] ?? 1000) * 1e6;
const folder = await mkdtemp(join(tmpdir(), 'kinora-object-store-'));

/** Makes twenty seconds of 1080p at some 8 Mbit/s and repeats them; the index comes last. */
async function makeFilm(name: string, codec: string): Promise<Buffer> {
  const [once, film] = [join(folder, `once-${name}.mp4`), join(folder, `${name}.mp4`)];
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=1920x1080:r=30:d=20,noise=alls=12:allf=t',
    '-f',
    'lavfi',
    '-i',
    'sine=d=20',
    ...codec.split(' '),
    '-b:v',
    '8M',
    '-maxrate',
    '9M',
    '-bufsize',
    '9M',
    '-g',
    '60',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
    once,
  ]);
  const loop = ['-v', 'error', '-stream_loop', String(minutes * 3 - 1), '-i', once];
  await run('ffmpeg', [...loop, '-c', 'copy', film]);
  return await readFile(film);
}

/** Starts a link in front of a port, which limits the bits per second of all answers together. */
async function startLink(port: number): Promise<{ server: Server; port: number }> {
  let freeAt = 0;
  const slow = (): Transform =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        freeAt = Math.max(freeAt, performance.now()) + (chunk.length * 8000) / linkBps;
        const wait = freeAt - performance.now();
        if (wait > 1) await sleep(wait);
        done(null, chunk);
      },
    });
  const server = createServer((near: Socket) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(slow()).pipe(near);
    for (const end of [near, far]) end.on('error', () => (near.destroy(), far.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const credentials = { accessKeyId: 'bench', secretAccessKey: 'a secret for benches' };
const s3 = await startTestS3({ ...credentials, buckets: ['films'] });
const link = await startLink(s3.port);
const endpoint = encodeURIComponent(`http://127.0.0.1:${link.port}`);
const env = {
  STORAGE_URL: `s3://films/kinora?endpoint=${endpoint}&region=us-east-1&pathStyle=1`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
};
const films = {
  'to be encoded': await makeFilm('foreign', '-c:v mpeg4'),
  'to be copied': await makeFilm('conforming', '-c:v libx264 -preset ultrafast'),
};
const product = await startProduct(undefined, env);
const bucket = await openStorage(env.STORAGE_URL, env);
try {
  const client = await openClient(product);
  for (const [name, bytes] of Object.entries(films)) {
    const figures: Record<'played' | 'whole' | 'fetched', number[]> = {
      played: [],
      whole: [],
      fetched: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      const { key, lastByteAt } = await upload(client, { bytes, title: 'film' });
      const played = await waitUntilPlayable(client, key);
      const last = await lastByteAt;
      figures.played.push((played - last) / 1000);
      // An encoded film is whole after its ladder, which is not measured here.
      const whole = name === 'to be copied' ? await waitForVideo(client, key, hasWholeVideo) : 0;
      figures.whole.push((whole - last) / 1000);
      await deleteVideo(client, key);
      await sleep(5000);
      figures.fetched.push(await secondsToFetch(bytes));
      // The store is in memory, and sources are kept for a while.
      const objects = s3.buckets.get('films')?.objects;
      for (const one of objects?.keys() ?? [])
        if (/\/(?:alone$|sources\/|streams\/)/.test(one)) objects?.delete(one);
    }
    const [played, fetched] = [median(figures.played), median(figures.fetched)];
    const whole = median(figures.whole);
    console.log(
      `${minutes} min ${name}, ${(bytes.length / 1e6).toFixed(0)} MB: first segment ` +
        `${played.toFixed(2)} s after the last byte (promise: ≤ 5); to fetch the source alone ` +
        `${fetched.toFixed(2)} s: ${(played / fetched).toFixed(2)} ×` +
        (whole > 0 ? `; its copy whole ${whole.toFixed(2)} s after the last` : ''),
    );
  }
} finally {
  await product.stop();
  await bucket.close();
  link.server.close();
  await s3.close();
  await rm(folder, { recursive: true });
}

async function secondsToFetch(bytes: Buffer): Promise<number> {
  await bucket.put('alone', bytes);
  const begun = performance.now();
  const opened = await bucket.open('alone');
  let size = 0;
  for await (const chunk of opened?.body ?? []) size += (chunk as Buffer).length;
  if (size !== bytes.length) throw new Error(`${size} bytes came`);
  return (performance.now() - begun) / 1000;
}
