import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import en from '@kinora/i18n/en/player' with { type: 'json' };
import th from '@kinora/i18n/th/player' with { type: 'json' };
import { StorageError } from '@kinora/storage/storage';
import { protectedStream } from './licences/test-licences.ts';
import { startEdgeUnderTest, testStream } from './test-edge.ts';

async function page(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, html: await response.text() };
}

/** Attributes of `<kinora-player>`, as a browser would read them. */
function readPlayerAttributes(html: string): Record<string, string> {
  const tag = /<kinora-player([^>]*)>/.exec(html)?.[1] ?? '';
  const found = [...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)];
  return Object.fromEntries(
    found.map((match): [string, string] => [match[1] ?? '', match[2] ?? '']),
  );
}

test('a protected video plays by its MPD, and by its playlist where FairPlay is given alone', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { encryption } = protectedStream();
  assert.ok(encryption?.method === 'cbcs');
  const read = async (systems: typeof encryption.systems) => {
    await edge.publish({ stream: protectedStream({ encryption: { ...encryption, systems } }) });
    edge.clock.nowMs += 2000;
    const { html } = await page(`${edge.url}/embed/vid1`);
    const { src, 'fairplay-src': ofFairPlay } = readPlayerAttributes(html);
    return [src, ofFairPlay];
  };
  const mpd = '/streams/vid1/manifest.mpd';
  // The team has set up no FairPlay.
  assert.deepEqual(await read(['widevine', 'fairplay']), [mpd, undefined]);
  assert.deepEqual(await read(['clearkey']), [mpd, undefined]);
});

test('the embed page gives the player its playlist, cover, title and language', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { response, html } = await page(`${edge.url}/embed/vid1?lang=en`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<title>A title<\/title>/);
  assert.deepEqual(readPlayerAttributes(html), {
    src: '/streams/vid1/playlist.m3u8',
    poster: '/streams/vid1/cover.jpg?width=1280',
    'video-title': 'A title',
    preload: 'none',
    'video-duration': '12',
    lang: 'en',
  });
  assert.match(html, /<script type="module" src="\/player\/assets\/embed-Ab12Cd34\.js">/);
  assert.match(html, /<link rel="stylesheet" href="\/player\/assets\/embed-Ef56Gh78\.css">/);
});

test('the page begins as its address says, within the video', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const beginning = async (query: string) => {
    const { html } = await page(`${edge.url}/embed/vid1?${query}`);
    const { autoplay, muted, loop, 'start-time': start } = readPlayerAttributes(html);
    return { autoplay, muted, loop, start };
  };
  const nothing = { autoplay: undefined, muted: undefined, loop: undefined, start: undefined };
  const all = await beginning('autoplay=1&muted=1&loop=1&t=0m11s');
  assert.deepEqual(all, { autoplay: '', muted: '', loop: '', start: '11' });
  assert.deepEqual(await beginning('t=12'), nothing, 'a start at the end of 12 s');
  assert.deepEqual(await beginning('autoplay="><script>&t=1"'), nothing);
  await edge.publish({ state: 'notReady', stream: null });
  edge.clock.nowMs += 1000;
  assert.deepEqual(await beginning('muted=1&t=5'), { ...nothing, muted: '', start: '5' });
});

test('a video without a cover has no poster', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ stream: testStream({ coverWidths: [] }) });
  const { html } = await page(`${edge.url}/embed/vid1`);
  assert.equal(readPlayerAttributes(html)['poster'], undefined);
});

test('a page lets its player ask the server that gives the key of the stream, and no other', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const connections = async (path: string) => {
    const { response } = await page(edge.url + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    return policy.split('; ').find((rule) => rule.startsWith('connect-src'));
  };
  assert.equal(await connections('/embed/vid1'), "connect-src 'self'");
  const keyUri = 'https://keys.school.test:8443/playback?token=a.b.c';
  await edge.publish({ stream: testStream({ encryption: { method: 'aes-128', keyUri } }) });
  edge.clock.nowMs += 1000;
  for (const path of ['/embed/vid1', '/watch/vid1']) {
    assert.equal(await connections(path), "connect-src 'self' https://keys.school.test:8443");
  }
  // A host may hold what ends a rule of the policy.
  const encryption = { method: 'aes-128', keyUri: "https://a;script-src'.test/k?token=a" } as const;
  await edge.publish({ stream: testStream({ encryption }) });
  edge.clock.nowMs += 1000;
  assert.equal(await connections('/embed/vid1'), "connect-src 'self'");
});

test('the language of the page is asked for, else accepted, else English', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const language = async (query: string, accepted: string) => {
    const headers = { 'accept-language': accepted };
    const { response, html } = await page(`${edge.url}/embed/vid1${query}`, headers);
    assert.equal(response.headers.get('vary'), 'Accept-Language');
    assert.equal(readPlayerAttributes(html)['lang'], /<html lang="(..)">/.exec(html)?.[1]);
    return readPlayerAttributes(html)['lang'];
  };
  assert.equal(await language('', 'fr'), 'en');
  assert.equal(await language('', 'th-TH,fr'), 'th');
  assert.equal(await language('', 'en-US,th;q=0.5'), 'en');
  assert.equal(await language('?lang=th', 'en'), 'th');
});

test('the policy of the page lets only our own files run, in any frame, without cookies', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { response } = await page(`${edge.url}/embed/vid1`);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; /);
  assert.match(policy, /frame-ancestors \*/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  assert.equal(response.headers.get('set-cookie'), null);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('referrer-policy'), 'strict-origin');
});

test('no title leaves its place in the page', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const plain = (await page(`${edge.url}/embed/vid1`)).html.match(/</g)?.length;
  for (const title of [
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '&lt;script&gt; &amp; &#x3c;',
    '<!-- --><svg/onload=alert(1)>',
    'ภาพยนตร์ "เรื่อง" <ใหม่>',
  ]) {
    await edge.publish({ title });
    edge.clock.nowMs += 1000;
    const { html } = await page(`${edge.url}/embed/vid1`);
    assert.equal(html.match(/</g)?.length, plain, title);
    const shown = unescaped(readPlayerAttributes(html)['video-title'] ?? '');
    assert.equal(shown, title);
    assert.equal(unescaped(/<title>(.*)<\/title>/.exec(html)?.[1] ?? ''), title);
  }
});

test('what can not be played has a page with its status and reason, readable without scripts', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ videoKey: 'gone', state: 'deleted', stream: null });
  const { problems } = en;
  for (const [key, status, code, kind] of [
    ['gone', 410, 'video_deleted', 'deleted'],
    ['nothing', 404, 'video_not_found', 'notFound'],
  ] as const) {
    const { response, html } = await page(`${edge.url}/embed/${key}?lang=en`);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('x-reason'), code);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(readPlayerAttributes(html), {
      'error-code': String(status),
      'error-reason': code,
      'request-id': response.headers.get('x-request-id'),
      lang: 'en',
    });
    const note = /<noscript>(.*)<\/noscript>/s.exec(html)?.[1] ?? '';
    for (const words of [problems[kind], th.problems[kind]]) {
      assert.ok(unescaped(note).includes(words.title), words.title);
      assert.ok(unescaped(note).includes(words.message), words.message);
    }
    // A script that does not come, or can't be run, leaves the same words.
    assert.ok(html.includes(`<div class="late">${note}</div>`));
  }
});

test('the page of a video that failed says so, and has nothing to ask for', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ state: 'notReady', isFailed: true, stream: null });
  const { response, html } = await page(`${edge.url}/embed/vid1?lang=th`);
  assert.deepEqual([response.status, response.headers.get('x-reason')], [404, 'video_failed']);
  assert.deepEqual(readPlayerAttributes(html), {
    'error-code': '404',
    'error-reason': 'video_failed',
    lang: 'th',
    'request-id': response.headers.get('x-request-id'),
  });
  assert.ok(unescaped(html).includes(th.problems.failed.title));
});

test('the page of a video that is not ready lets the player wait for it', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ state: 'notReady', stream: null });
  const { response, html } = await page(`${edge.url}/embed/vid1`);
  assert.equal(response.status, 404);
  assert.equal(response.headers.get('x-reason'), 'video_not_ready');
  assert.equal(readPlayerAttributes(html)['src'], '/streams/vid1/playlist.m3u8');
});

test('a failing storage is told on the page too', async (t) => {
  const edge = await startEdgeUnderTest(t, {
    wrap: (inner) => ({
      ...inner,
      read: () => Promise.reject(new StorageError('unavailable', 'down')),
    }),
  });
  const { response, html } = await page(`${edge.url}/embed/vid1?lang=en`);
  assert.equal(response.status, 503);
  assert.ok(html.includes(en.problems.unavailable.title));
});

test('files of the player are served by exact name, for ever when the name has a hash', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const hashed = await fetch(`${edge.url}/player/assets/embed-Ab12Cd34.js`);
  assert.equal(hashed.status, 200);
  assert.equal(hashed.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(
    hashed.headers.get('cache-control'),
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
  assert.equal(hashed.headers.get('content-encoding'), 'gzip');
  assert.match(await hashed.text(), /^export const player/);
  const plain = await fetch(`${edge.url}/player/plain.js`);
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=1');
  const missing = await fetch(`${edge.url}/player/manifest.json`);
  assert.equal(missing.status, 404);
  assert.partialDeepStrictEqual(await missing.json(), { code: 'not_found' });
});

function unescaped(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');
}
