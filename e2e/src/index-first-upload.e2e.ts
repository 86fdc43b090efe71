import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Request } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { slowUploads } from './slow-network.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles, dock, untilUpload } from './uploading.ts';
import { signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  // ffmpeg writes the index last, as cameras do.
  makeClip(join(made, 'กล้อง 0042.mp4'), { seconds: 4, noisy: true }),
);
const clip = join(folder, 'กล้อง 0042.mp4');
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'Cameras', key: 'cameras' });

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Says where storage keeps the file of a video once it is whole. */
async function storedSource(videoKey: string): Promise<string> {
  const below = join(product.dataDir, 'objects/sources', videoKey);
  const [revision = ''] = await until('the source to be stored', async () => {
    const found = await readdir(below).catch(() => []);
    return found.length > 0 && found;
  });
  return join(below, revision);
}

/** Says whether `moov` comes before `mdat`. */
async function isIndexFirst(path: string): Promise<boolean> {
  const file = await open(path);
  const header = Buffer.alloc(16);
  let at = 0;
  for (;;) {
    await file.read(header, 0, 16, at);
    const type = header.toString('latin1', 4, 8);
    if (type === 'moov' || type === 'mdat') {
      await file.close();
      return type === 'moov';
    }
    at += header.readUInt32BE(0);
  }
}

type Sent = { videoKey: string; layout: string | null };

/** Says what a creation says in its metadata. */
function readCreation(request: Request): Sent {
  const given = request.headers()['upload-metadata'] ?? '';
  const pairs = new Map(given.split(',').map((pair) => pair.split(' ') as [string, string]));
  const text = (name: string) => Buffer.from(pairs.get(name) ?? '', 'base64').toString();
  return { videoKey: text('videoKey'), layout: pairs.has('layout') ? text('layout') : null };
}

/** Follows the creations of a page. */
function creationsOf({ page }: Visit): Sent[] {
  const creations: Sent[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/tus/videos/')) {
      creations.push(readCreation(request));
    }
  });
  return creations;
}

async function begin(me: Visit, title: string, bytesPerSecond: number | null): Promise<void> {
  await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
  await chooseFiles(me, [clip]);
  await slowUploads(me.page, bytesPerSecond);
  await beginUpload(me, clip, title);
}

const row = (me: Visit, title: string) => dock(me).getByRole('listitem').filter({ hasText: title });

test('a camera’s file is sent index first, over a cut line and a reload, and stored as it was', async () => {
  assert.equal(await isIndexFirst(clip), false);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    const creations = creationsOf(me);
    await begin(me, 'Camera', 4_000_000);
    const someSent = () =>
      until('some bytes to be sent', async () => /^\(\d\d%\) /.test(await page.title()));
    await someSent();
    me.allow(423, /\/tus\/videos\//);
    await page.context().setOffline(true);
    await page.waitForTimeout(500);
    await page.context().setOffline(false);
    await untilUpload(me, 'Camera', ['uploading']);
    await someSent();
    const asked = page.waitForEvent('dialog');
    await Promise.all([page.reload(), asked.then((dialog) => dialog.accept())]);
    await untilUpload(me, 'Camera', ['interrupted']);
    const resumed = page.waitForResponse(
      (response) => response.request().method() === 'HEAD' && response.url().includes('/tus/'),
    );
    const name = me.t('uploads.continue.chooseNamed', { name: basename(clip) });
    await row(me, 'Camera').getByLabel(name).setInputFiles(clip);
    assert.ok(Number((await resumed).headers()['upload-offset']) > 0, 'it began anew');
    await slowUploads(page, null);
    await untilUpload(me, 'Camera', ['checking', 'processing', 'ready']);

    assert.equal(creations.length, 1);
    const [{ videoKey, layout } = { videoKey: '', layout: null }] = creations;
    assert.match(layout ?? '', /^0-\d+,\d+-\d+,\d+-\d+$/);
    assert.equal(await sha256(await storedSource(videoKey)), await sha256(clip));
  });
});

test('a server that does not say with the creation that it puts bytes at their place is sent the file as it is', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const creations = creationsOf(me);
    await me.page.route(/\/tus\/videos\/$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch();
      const { 'kinora-upload-layout': _told, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
    await begin(me, 'Older', null);
    await untilUpload(me, 'Older', ['checking', 'processing', 'ready']);
    const [first, second] = creations;
    assert.equal(creations.length, 2);
    assert.ok(first?.layout);
    assert.equal(second?.layout, null);
    assert.equal(await sha256(await storedSource(second.videoKey)), await sha256(clip));
  });
});

test('a program that sends the file from its beginning is stored as before', async () => {
  const key = await api.upload(projectKey, 'Program', clip);
  assert.equal(await sha256(await storedSource(key)), await sha256(clip));
});
