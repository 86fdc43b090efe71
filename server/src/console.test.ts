import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestApp } from './test-app.ts';

const isBuilt = existsSync(
  fileURLToPath(new URL('../../console/dist/index.html', import.meta.url)),
);

test('the console’s page is had by clients that take compressed answers, and by others', async () => {
  const app = await startTestApp();
  try {
    for (const url of ['/', '/siam/projects']) {
      for (const headers of [{}, { 'accept-encoding': 'br, gzip' }]) {
        const answer = await app.http.inject({ url, headers });
        assert.equal(answer.statusCode, isBuilt ? 200 : 404, url);
        if (isBuilt) assert.match(String(answer.headers['content-type']), /^text\/html/);
      }
    }
  } finally {
    await app.close();
  }
});

test('a folder, and any other path that is none of a file, is not found', async () => {
  const app = await startTestApp();
  const below = ['', '/', '.', './', '..%2f', '%2e/', '%2f', '%00', 'nothing/', 'nothing.js'];
  try {
    for (const url of below.map((path) => `/assets/${path}`)) {
      for (const encoding of ['', 'gzip', 'br', 'br, gzip', 'identity', '*']) {
        const headers = encoding === '' ? {} : { 'accept-encoding': encoding };
        const { statusCode } = await app.http.inject({ url, headers });
        assert.equal(statusCode, 404, `${url} ${encoding}`);
      }
    }
  } finally {
    await app.close();
  }
});
