import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import { until } from '@kinora/contract/test-until';
import { decode, makeClip, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { getStream } from './test-revisions.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';

let videos: TestVideos;
const folder = await testFolder();
before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
});
after(() => videos.close());

async function streamNow(): Promise<StreamDescription> {
  const { db } = videos.app.context;
  const { key } = await db.selectFrom('revisions').select('key').executeTakeFirstOrThrow();
  return getStream(db, key);
}

async function redOverlay(): Promise<string> {
  const red = ['-f', 'lavfi', '-i', 'color=red:s=200x200', '-frames:v', '1', '-f', 'image2pipe'];
  const png = execFileSync('ffmpeg', ['-v', 'error', ...red, '-c:v', 'png', '-']);
  const form = new FormData();
  const fields = { name: 'Red', position: 'bottomRight', opacityPercent: '100' };
  for (const [name, value] of Object.entries({
    ...fields,
    sizePercent: '20',
    marginPercent: '0',
  })) {
    form.append(name, value);
  }
  form.append('image', new File([new Uint8Array(png)], 'red.png', { type: 'image/png' }));
  const call = { as: videos.admin, body: form };
  const created = await videos.app.call('POST', '/api/encoding/v1/overlay-presets', call);
  assert.equal(created.status, 201);
  return String(created.body['id']);
}

test('a video with an overlay has it in every rendition from first to last, and none is a copy', async () => {
  const overlayPresetId = await redOverlay();
  const grey = `-f lavfi -i color=gray:s=640x360:r=25:d=7 ${tone(7)}`;
  // Without the overlay this file could be copied.
  const clip = await makeClip(folder, 'grey.mp4', `${grey} ${X264} -g 50 -c:a aac -shortest`);
  const key = await videos.upload(await readFile(clip), { overlayPresetId });
  await withAppWorker(videos.app.context, async () => {
    await videos.until(key, (now) => stateOf(now) === 'completed');
    // Made at leisure, and after everything else on a busy machine.
    await until('the storyboard', async () => (await streamNow()).storyboard !== null);
  });
  const { db, storage } = videos.app.context;
  const pieces = await db
    .selectFrom('pieces as p')
    .select('p.kind')
    .select('p.rendition_ids')
    .execute();
  const copied = pieces.filter(({ kind }) => kind === 'copy').flatMap((p) => p.rendition_ids);
  assert.deepEqual(
    copied.filter((id) => id.startsWith('v')),
    [],
  );
  const stream = await streamNow();
  assert.ok(stream.storyboard);
  const { storyboard } = stream;
  assert.equal(stream.video.length, 2);
  for (const picture of ['cover-640.jpg', 'storyboard-1.jpg']) {
    const jpeg = await storage.read(`${getStreamPrefix(stream)}${picture}`);
    assert.ok(jpeg, picture);
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const tiles = picture.startsWith('cover') ? { columns: 1, rows: 1 } : storyboard;
    const x = Math.floor((info.width / tiles.columns) * 0.93);
    const y = Math.floor((info.height / tiles.rows) * 0.9);
    const [red = 0, green = 255] = data.subarray(3 * (y * info.width + x));
    assert.ok(red > 200 && green < 60, `${picture}: ${red},${green}`);
  }
  for (const { id, width, height } of stream.video) {
    const read = async (name: string) => {
      const bytes = await storage.read(`${getStreamPrefix(stream)}${id}/${name}`);
      assert.ok(bytes);
      return bytes;
    };
    const files = {
      init: await read('init.mp4'),
      segments: [await read('1.m4s'), await read('2.m4s')],
    };
    const rgb = await decode(folder, files, '-pix_fmt rgb24 -f rawvideo -');
    const size = width * height * 3;
    assert.equal(rgb.length, 175 * size);
    const at = (frame: number, x: number, y: number) => {
      const place = frame * size + 3 * (Math.floor(y * height) * width + Math.floor(x * width));
      return [...rgb.subarray(place, place + 3)];
    };
    for (let frame = 0; frame < 175; frame += 1) {
      const [red = 0, green = 255, blue = 255] = at(frame, 0.93, 0.9);
      assert.ok(
        red > 235 && green < 20 && blue < 20,
        `frame ${frame} of ${id}: ${red},${green},${blue}`,
      );
      for (const value of at(frame, 0.5, 0.5)) assert.ok(Math.abs(value - 126) < 6);
    }
  }
});
