import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';

// People copy these programs from the guides, so each is run as its guide says.
const { product, folder } = await startForTests((made) =>
  makeClip(join(made, 'ข่าวเช้า.mp4'), { seconds: 2 }),
);
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'Programs', key: 'programs' });
const clip = join(folder, 'ข่าวเช้า.mp4');

for (const [program, file] of [
  ['bash', 'upload.sh'],
  [process.execPath, 'upload.mjs'],
  ['python3', 'upload.py'],
] as const) {
  test(`${file} uploads a file and prints its watch link`, async () => {
    const path = join(import.meta.dirname, '../../docs/examples/uploads', file);
    const env = { ...process.env, KINORA: product.consoleUrl, KINORA_TOKEN: api.token };
    const { stdout } = await promisify(execFile)(program, [path, clip, projectKey], { env });
    const [, videoKey = ''] = /\/watch\/(\w+)$/.exec(stdout.trim()) ?? [];
    const { uploadingInfo, title } = await api.video(videoKey);
    assert.equal(uploadingInfo.uploadedSize, (await readFile(clip)).length);
    assert.equal(title, 'ข่าวเช้า.mp4');
  });
}
