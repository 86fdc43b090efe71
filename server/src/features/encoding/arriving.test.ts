import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { getStreamPrefix } from '@kinora/contract/stream';
import { until } from '@kinora/contract/test-until';
import { readMp4IndexFile } from '@kinora/media/mp4/mp4-index';
import { makeClip, testVideo, testFolder } from '@kinora/media/test-clips';
import { startAppWorker } from '../../app-worker.ts';
import { requestSegment } from '../pieces/actions/request-segment.ts';
import { creation, metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';
import type { RunningWorker } from '../../base/worker.ts';

let uploads: TestUploads;
let worker: RunningWorker;
const folder = await testFolder();

before(async () => {
  uploads = await startTestUploads();
  worker = await startAppWorker(uploads.app.context);
});
after(async () => {
  await worker.stop(1000);
  await uploads.close();
});

/** Waits until `find` finds something. */
async function published(videoKey: string): Promise<PublishedVideo | null> {
  const text = await uploads.app.context.storage.read(getPublishedVideoKey(videoKey));
  return text && PublishedVideo.parse(JSON.parse(String(text)));
}

/** Begins an upload; gives how to send bytes of the order in which it is sent. */
async function beginUpload(
  sent: Buffer,
  layout?: string,
): Promise<{ videoKey: string; send: (from: number, to: number) => Promise<void> }> {
  const videoKey = await uploads.addVideo(sent.length);
  const given = metadata({ videoKey, ...(layout ? { layout } : {}) });
  const headers = { ...creation(videoKey, sent.length), 'upload-metadata': given };
  const path = (await uploads.call('POST', { headers })).headers['location'] ?? '';
  const send = async (from: number, to: number): Promise<void> => {
    const offset = { 'upload-offset': String(from) };
    const body = sent.subarray(from, to);
    assert.equal((await uploads.call('PATCH', { path, headers: offset, body })).status, 204);
  };
  return { videoKey, send };
}

const NOISE = '-f lavfi -i anoisesrc=d=31:r=44100:a=0.2,aformat=channel_layouts=stereo';
const CAMERA = `${testVideo('160x90', '25', 31)} ${NOISE} -c:v prores -profile:v 0 -c:a pcm_s16be`;

test('encoded audio plays, with the video, before the last byte has come', async () => {
  const path = await makeClip(folder, 'camera.mov', CAMERA);
  const file = await readFile(path);
  const index = await readMp4IndexFile(path);
  assert(index && !index.isIndexFirst);
  const { start } = index.moov;
  const sent = Buffer.concat([
    file.subarray(0, 36),
    file.subarray(start),
    file.subarray(36, start),
  ]);
  const layout = `0-36,${start}-${file.length},36-${start}`;
  const { videoKey, send } = await beginUpload(sent, layout);

  const most = Math.round(sent.length * 0.6);
  await send(0, most);
  const { stream } = await until('an open stream', async () => {
    const now = await published(videoKey);
    return now?.stream?.open ? now : null;
  });
  assert(stream);
  const prefix = getStreamPrefix(stream);
  const { storage } = uploads.app.context;
  const isStored = async (name: string): Promise<true | null> =>
    (await storage.stat(`${prefix}${name}`)) ? true : null;
  for (const name of ['a1/init.mp4', 'a1/1.m4s', 'a1/2.m4s', 'v90/1.m4s'])
    await until(name, () => isStored(name));
  // Later pieces wait for more of the file unless a viewer wants them now.
  assert.equal(await isStored('v90/2.m4s'), null);
  const ask = (number: number): Promise<boolean> => {
    const asked = { videoKey, revisionKey: stream.revisionKey, renditionId: 'v90', number };
    return uploads.app.context.db.transaction().execute((tx) => requestSegment(tx, asked));
  };
  assert.equal(await ask(2), true);
  await until('v90/2.m4s', () => isStored('v90/2.m4s'));
  // The record follows a moment after the bytes.
  await until('nothing of it to make', async () => !(await ask(2)));
  assert.equal(await ask(4), false, 'of what has not come nothing can be made');
  assert.equal(await isStored('v90/3.m4s'), null);
  assert.equal(await isStored('a1/6.m4s'), null, 'and not what has not come');
  const early = await storage.read(`${prefix}a1/2.m4s`);

  await send(most, sent.length);
  const whole = await until('the end', async () => {
    const now = await published(videoKey);
    return now?.stream?.audio.every(({ ready }) => ready) ? now : null;
  });
  const count = whole.stream?.audio[0]?.segments.runs.reduce((sum, run) => sum + run.count, 0);
  assert.equal(count, 6);
  assert(await isStored('a1/6.m4s'), JSON.stringify([stream, whole.stream]));
  const late = await storage.read(`${prefix}a1/2.m4s`);
  assert(early && late, 'both are there');
  assert(late.equals(early), 'what was heard once is never another');
});
