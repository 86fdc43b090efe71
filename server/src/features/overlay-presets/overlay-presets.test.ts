import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { encoded, startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner } from '../../test-owner.ts';
import { collectGarbage } from '../encoding/test-storage.ts';
import { findOverlay } from './queries.ts';

let app: TestApp;
let admin: Person;
let user: Person;
let other: Person;
let projectKey: string;
let logo: Uint8Array;
const path = '/api/encoding/v1/overlay-presets';

before(async () => {
  app = await startTestApp();
  const owner = await addTestOwner(app, 'siam');
  ({ admin, projectKey } = owner);
  user = await app.addPerson(owner.scope, 'user');
  other = (await app.addTeam('other')).admin;
  logo = await picture({ width: 40, height: 20 }).png().toBuffer();
});
after(() => app.close());

function picture({ width, height }: { width: number; height: number }) {
  const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background } });
}

function form(change: Record<string, string> = {}, image: Uint8Array | null = logo): FormData {
  const data = new FormData();
  const fields = {
    name: 'Logo',
    position: 'topRight',
    sizePercent: '15',
    opacityPercent: '80',
    marginPercent: '3',
    ...change,
  };
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (image)
    data.append('image', new File([new Uint8Array(image)], 'logo.png', { type: 'image/png' }));
  return data;
}

const call = (method: string, url: string, body?: unknown, as: Person | null = admin) =>
  app.call(method, url, { as, body });

async function make(change: Record<string, string> = {}): Promise<string> {
  const made = await call('POST', path, form(change));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return String(made.body['id']);
}

async function readImage(id: string, as: Person | null = admin) {
  const authorization = as ? { authorization: `Bearer ${as.token}` } : {};
  return app.http.inject({ method: 'GET', url: `${path}/${id}/image`, headers: authorization });
}

async function newVideo(overlayPresetId: string) {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, overlayPresetId, videos: [{ title: 'A', source }] };
  return call('POST', '/api/v1/videos', body);
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.context.storage.list('overlays')) keys.push(key);
  return keys;
}

test('a picture is kept with how it is drawn, and comes back as PNG that is nothing else', async () => {
  const id = await make();
  const listed = await call('GET', '/api/v1/overlay-presets', undefined, user);
  const found = listed.body.data.find((one) => String(one['id']) === id);
  assert.ok(found);
  const { image, ...rest } = found as unknown as Record<string, unknown>;
  assert.deepEqual(
    { ...rest, id: '', createdAt: '', updatedAt: '' },
    {
      id: '',
      createdAt: '',
      updatedAt: '',
      name: 'Logo',
      position: 'topRight',
      sizePercent: 15,
      opacityPercent: 80,
      marginPercent: 3,
      isInUse: false,
    },
  );
  assert.deepEqual({ ...(image as object), version: '' }, { width: 40, height: 20, version: '' });
  const answer = await readImage(id, user);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
  const { format, width, hasAlpha } = await sharp(answer.rawPayload).metadata();
  assert.deepEqual([format, width, hasAlpha], ['png', 40, true]);
});

test('a JPEG is turned as it says, and nothing but the picture is kept of it', async () => {
  const jpeg = await picture({ width: 40, height: 20 })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'canary-7331' }, IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
    .toBuffer();
  assert.ok(Buffer.from(jpeg).includes('canary-7331'));
  const made = await call('POST', path, form({}, jpeg));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual([made.body['image']?.['width'], made.body['image']?.['height']], [20, 40]);
  const answer = await readImage(String(made.body['id']));
  assert.ok(!answer.rawPayload.includes('canary-7331'));
  assert.equal((await sharp(answer.rawPayload).metadata()).exif, undefined);
});

/** A PNG that claims more pixels than it could ever be asked for. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

test('a file that is no PNG or JPEG, is damaged or has too many pixels is refused by name', async () => {
  const before = await stored();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';
  const gif = await picture({ width: 9, height: 9 }).gif().toBuffer();
  const wrong: [Uint8Array, string][] = [
    [Buffer.from(svg), 'not_an_image'],
    [gif, 'not_an_image'],
    [await picture({ width: 9, height: 9 }).webp().toBuffer(), 'not_an_image'],
    [logo.subarray(0, logo.length - 20), 'not_an_image'],
    [Buffer.concat([logo.subarray(0, 8), gif]), 'not_an_image'],
    [bomb(50_000, 50_000), 'image_too_large'],
    [bomb(2001, 2000), 'image_too_large'],
    [bomb(100, 100), 'not_an_image'],
    [Buffer.alloc(0), 'too_small'],
    [Buffer.alloc(2 * 1024 * 1024 + 1, 'x'), 'too_big'],
  ];
  for (const [image, code] of wrong) {
    const answer = await call('POST', path, form({}, image));
    assert.equal(answer.status, 422, code);
    const errors = answer.body['errors']?.map((error) => [error['path'], error['code']]);
    assert.deepEqual(errors, [['image', code]]);
  }
  const missing = await call('POST', path, form({}, null));
  assert.deepEqual(missing.body['errors']?.[0]?.['path'], 'image');
  assert.deepEqual(await stored(), before);
});

test('fields out of range are refused by name', async () => {
  const wrong = { sizePercent: '0', opacityPercent: '101', marginPercent: 'x', position: 'above' };
  const answer = await call('POST', path, form({ ...wrong, name: ' ' }));
  assert.equal(answer.status, 422);
  const errors = answer.body['errors']?.map((error) => String(error['path'])).toSorted();
  const paths = ['marginPercent', 'name', 'opacityPercent', 'position', 'sizePercent'];
  assert.deepEqual(errors, paths);
});

test('a body that is too large is refused before it is read, and elsewhere a form at once', async () => {
  const body = await encoded(form({}, Buffer.alloc(3 * 1024 * 1024)));
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': body?.type ?? '' };
  const large = await app.http.inject({
    method: 'POST',
    url: path,
    headers,
    payload: body?.payload ?? '',
  });
  assert.equal(large.statusCode, 413);
  const elsewhere = await call('POST', '/api/v1/projects', form());
  assert.equal(elsewhere.status, 415);
  const broken = await app.http.inject({
    method: 'POST',
    url: path,
    payload: 'no parts',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(broken.statusCode, 400);
});

test('a change without a picture keeps it; another picture takes its place in storage', async () => {
  const others = await stored();
  const id = await make();
  const own = async () => (await stored()).filter((key) => !others.includes(key));
  const [first] = await own();
  const changed = await call('PUT', `${path}/${id}`, form({ position: 'center' }, null));
  assert.deepEqual([changed.status, changed.body['position']], [200, 'center']);
  assert.deepEqual(await own(), [first]);
  // As JSON too.
  const asJson = {
    name: 'J',
    position: 'top',
    sizePercent: 5,
    opacityPercent: 5,
    marginPercent: 0,
  };
  assert.equal((await call('PUT', `${path}/${id}`, asJson)).body['name'], 'J');
  const { version } = changed.body['image'] as unknown as { version: string };
  const same = await call('PUT', `${path}/${id}`, form());
  assert.equal(same.body['image']?.['version'], version);
  await collectGarbage(app);
  assert.deepEqual(await own(), [first]);
  const wide = await picture({ width: 80, height: 20 }).png().toBuffer();
  const replaced = await call('PUT', `${path}/${id}`, form({}, wide));
  assert.equal(replaced.body['image']?.['width'], 80);
  assert.notEqual(replaced.body['image']?.['version'], version);
  await collectGarbage(app);
  const second = await own();
  assert.equal(second.length, 1);
  assert.notEqual(second[0], first);
  assert.equal((await call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await readImage(id)).statusCode, 404);
  await collectGarbage(app);
  assert.deepEqual(await own(), []);
});

test('a video carries its overlay, which then takes another name and nothing else', async () => {
  const id = await make();
  const made = await newVideo(id);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body[0]?.['overlayPresetId'], id);
  const { vod } = made.body[0] ?? {};
  const overlay = await findOverlay(app.context.db, String(vod?.['revisionKey']));
  assert.deepEqual(
    { ...overlay, imageKey: '' },
    {
      imageKey: '',
      imageWidth: 40,
      imageHeight: 20,
      position: 'topRight',
      sizePercent: 15,
      opacityPercent: 80,
      marginPercent: 3,
    },
  );
  assert.ok(await app.context.storage.stat(overlay?.imageKey ?? ''));
  const before = await stored();
  const named = await call('PUT', `${path}/${id}`, form({ name: 'Other' }));
  assert.deepEqual([named.status, named.body['name']], [200, 'Other']);
  const wide = await picture({ width: 80, height: 20 }).png().toBuffer();
  for (const attempt of [
    await call('PUT', `${path}/${id}`, form({ position: 'left' }, null)),
    await call('PUT', `${path}/${id}`, form({}, wide)),
    await call('DELETE', `${path}/${id}`),
  ]) {
    assert.deepEqual([attempt.status, attempt.body['code']], [409, 'overlay_preset_in_use']);
  }
  await collectGarbage(app);
  assert.deepEqual(await stored(), before);
  assert.ok(await app.context.storage.stat(overlay?.imageKey ?? ''));
});

test('another team’s overlay is unknown to a new video', async () => {
  const foreign = await call('POST', path, form(), other);
  for (const id of [String(foreign.body['id']), 'nonsense']) {
    const answer = await newVideo(id);
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body['errors']?.[0]?.['path'], 'overlayPresetId');
  }
});

test('of two pictures at once one stays, and is there', async () => {
  const others = await stored();
  const id = await make();
  const sizes = [50, 60, 70];
  await Promise.all(
    sizes.map(async (width) => {
      const image = await picture({ width, height: 20 }).png().toBuffer();
      assert.equal((await call('PUT', `${path}/${id}`, form({}, image))).status, 200);
    }),
  );
  const answer = await readImage(id);
  assert.equal(answer.statusCode, 200);
  await collectGarbage(app);
  const own = (await stored()).filter((key) => !others.includes(key));
  assert.equal(own.length, 1);
});
