import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createHttp } from './base/http.ts';
import { mountConsole } from './console.ts';
import { startTestApp } from './test-app.ts';

const isBuilt = existsSync(
  fileURLToPath(new URL('../../console/dist/index.html', import.meta.url)),
);

const signedIn = { cookie: 'kinora_session=knr_ses_any' };

test('the console’s page is had by clients that take compressed answers, and by others', async () => {
  const app = await startTestApp();
  try {
    for (const url of ['/', '/siam/projects', '/accounts/sign-in']) {
      for (const headers of [{}, { 'accept-encoding': 'br, gzip' }]) {
        const answer = await app.http.inject({ url, headers: { ...signedIn, ...headers } });
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

test('programs that look for a file or a service are not given the page', async () => {
  const app = await startTestApp();
  const built = await mkdtemp(join(tmpdir(), 'kinora-console-'));
  // The console's build copies this as it is.
  await cp(fileURLToPath(new URL('../../console/public', import.meta.url)), built, {
    recursive: true,
  });
  await writeFile(join(built, 'index.html'), '<!doctype html>console');
  const http = createHttp(app.context);
  await mountConsole(http, app.context, { getPosition: () => null }, built);
  try {
    const absent = [
      '/sitemap.xml',
      '/openapi.json',
      '/security.txt',
      '/siam/logo.png',
      '/index.php',
      '/.well-known/security.txt',
      '/.well-known/change-password',
      '/.well-known/',
      '/.env',
      '/.git/config',
      '/oembed',
      '/oembed?url=x',
      '/api',
      '/api/',
      '/internal/x',
      '/assets/x',
      '/x.json?page=/siam',
    ];
    for (const url of absent) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await http.inject({ method, url });
        assert.equal(answer.statusCode, 404, url);
        assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, url);
      }
    }
    for (const url of ['/', '/siam', '/siam/projects/news-x/videos/a/information?tab=a.b']) {
      const answer = await http.inject({ url, headers: signedIn });
      assert.match(String(answer.headers['content-type']), /^text\/html/, url);
      assert.match(answer.payload, /console$/, url);
    }
    // The server sends people without a session to the form, and names where they came from.
    for (const url of [
      '/accounts/sign-in?next=%2Fsiam',
      '/accounts/forgot-password',
      '/accounts/reset-password?token=x',
    ]) {
      for (const headers of [{}, signedIn]) {
        assert.match((await http.inject({ url, headers })).payload, /console$/, url);
      }
    }
    const aims = [
      ['/', ''],
      ['/siam/projects?sort=a&b=ก', '?next=%2Fsiam%2Fprojects%3Fsort%3Da%26b%3D%25E0%25B8%2581'],
    ];
    for (const [url = '', query = ''] of aims) {
      for (const cookie of ['', 'kinora_session=other', 'x=knr_ses_any']) {
        const answer = await http.inject({ url: encodeURI(url), headers: { cookie } });
        assert.equal(answer.statusCode, 302, url);
        assert.equal(answer.headers['location'], `/accounts/sign-in${query}`);
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
    }
    const robots = await http.inject('/robots.txt');
    assert.deepEqual([robots.statusCode, robots.payload], [200, 'User-agent: *\nDisallow: /\n']);
    const icon = await http.inject('/favicon.ico');
    assert.equal(icon.statusCode, 200);
    // An .ico file begins with two zeros and its type.
    assert.deepEqual([...icon.rawPayload.subarray(0, 4)], [0, 0, 1, 0]);
  } finally {
    await http.close();
    await app.close();
    await rm(built, { recursive: true });
  }
});
