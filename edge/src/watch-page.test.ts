import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import en from '@kinora/i18n/en/player' with { type: 'json' };
import th from '@kinora/i18n/th/player' with { type: 'json' };
import { createTestVideo } from '@kinora/contract/test-stream';
import { StorageError } from '@kinora/storage/storage';
import {
  publishChannel,
  publishPlayer,
  publishProject,
  rawRequest,
  startEdgeUnderTest,
  testStream,
} from './test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

async function page(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, html: await response.text() };
}

/** The contents of the page's metas, by property or name, as a browser would read them. */
function readMetas(html: string): Record<string, string> {
  const found = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)];
  // The first of several counts.
  return Object.fromEntries(
    found.toReversed().map(([, name = '', content = '']) => [name, content]),
  );
}

const visible = (html: string) =>
  html.slice(html.indexOf('<body>')).replaceAll(/[\u2060\u200b]/g, '');

test('the watch page shows title, player, date and description, and is not indexed', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const description = 'First line\n\nSecond <b>line</b> & "more"';
  await edge.publish({ description, publishedDate: '2026-11-22' });
  const { response, html } = await page(`${edge.url}/watch/vid1?lang=en`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'public, max-age=1');
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<title>A title<\/title>/);
  assert.match(html, /<h1>A title<\/h1>/);
  assert.match(html, /<meta name="robots" content="noindex">/);
  assert.match(html, /<kinora-player src="\/streams\/vid1\/playlist\.m3u8"/);
  assert.match(
    html,
    /<img class="cover" slot="poster" src="\/streams\/vid1\/cover\.jpg\?width=1280" alt=""/,
  );
  assert.match(html, /<time datetime="2026-11-22">22 Nov 2026<\/time>/);
  const written = 'First line\n\nSecond &lt;b&gt;line&lt;/b&gt; &amp; &quot;more&quot;';
  assert.ok(html.includes(`<p class="description" dir="auto">${written}</p>`));
  assert.match(html, /<time datetime="PT12S">0:12<\/time>/);
  assert.match(html, /src="\/player\/assets\/embed-Ab12Cd34\.js"/);
  assert.match(html, /src="\/player\/assets\/watch-Ij90Kl12\.js"/);
  const thai = (await page(`${edge.url}/watch/vid1`, { 'accept-language': 'th' })).html;
  assert.match(thai, /<html lang="th">/);
  assert.match(thai, />22 พ\.ย\. 2569<\/time>/);
});

test('what a title or a description says never becomes a part of the page', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const count = ({ html }: { html: string }) => html.match(/</g)?.length;
  await edge.publish({ description: 'x' });
  const plain = count(await page(`${edge.url}/watch/vid1`));
  for (const text of [
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</p></main><iframe src=//evil.test>',
    '\ud800<\u0000script>',
  ]) {
    await edge.publish({ title: text, description: text });
    edge.clock.nowMs += 1000;
    assert.equal(count(await page(`${edge.url}/watch/vid1`)), plain, text);
  }
});

test('the page names its team and its player’s look, and a refused one does not', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const playerId = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';
  await publishProject(edge.storage, { teamId: 'team1', projectId: 'p1', playerId });
  const logoUrl = 'https://logos.test/"one".png';
  await publishPlayer(edge.storage, { teamId: 'team1', playerId }, { color: '#aa0000', logoUrl });
  await edge.publish({ projectId: 'p1' });
  const { html } = await page(`${edge.url}/watch/vid1`);
  assert.match(html, /<span>Name of team1<\/span>/);
  assert.equal(readMetas(html)['og:site_name'], 'Name of team1');
  assert.match(html, /<meta name="theme-color" content="#aa0000">/);
  assert.ok(html.includes('src="https://logos.test/&quot;one&quot;.png" alt=""'));
  await edge.publish({ projectId: 'p1', state: 'deleted' });
  edge.clock.nowMs += 1000;
  const refused = await page(`${edge.url}/watch/vid1`);
  assert.equal(refused.response.status, 410);
  assert.doesNotMatch(refused.html, /Name of team1/);
});

test('programs that play streams find the playlist, and nothing ends the block that says so', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const title = 'A </script><script>alert(1)</script> & "title"';
  await edge.publish({ title, description: 'Words', publishedDate: '2026-11-22' });
  const { html } = await page(`${edge.url}/watch/vid1`);
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const playlist = `${edge.url}/streams/vid1/playlist.m3u8`;
  assert.deepEqual(JSON.parse(text), {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: 'Words',
    thumbnailUrl: `${edge.url}/streams/vid1/cover.jpg?width=1280`,
    uploadDate: '2026-11-22',
    duration: 'PT12S',
    contentUrl: playlist,
    embedUrl: `${edge.url}/embed/vid1`,
  });
  const videos = [...html.matchAll(/<meta property="og:video" content="([^"]*)">/g)];
  assert.deepEqual(
    videos.map(([, url]) => url),
    [`${edge.url}/embed/vid1`, playlist],
  );
});

test('links to share are plain, and nothing of their hosts is loaded', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { response, html } = await page(`${edge.url}/watch/vid1?lang=en`);
  const own = encodeURIComponent(`${edge.url}/watch/vid1`);
  assert.ok(html.includes(`<a href="https://social-plugins.line.me/lineit/share?url=${own}"`));
  assert.ok(html.includes(`<a href="https://www.facebook.com/sharer/sharer.php?u=${own}"`));
  assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /line\.me|facebook/);
});

test('only our own files run, nothing inline, and no page frames it', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { response, html } = await page(`${edge.url}/watch/vid1`);
  const policy = response.headers.get('content-security-policy') ?? '';
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
  assert.equal(rules.get('default-src'), "default-src 'none'");
  assert.equal(rules.get('script-src'), "script-src 'self'");
  assert.equal(rules.get('style-src'), "style-src 'self'");
  assert.equal(rules.get('frame-ancestors'), "frame-ancestors 'none'");
  assert.doesNotMatch(policy, /unsafe/);
  // The code to embed the video is the value of a field.
  const markup = html.replaceAll(/"[^"]*"/g, '""');
  assert.doesNotMatch(markup, /<style|<script>| style=| on\w+=/);
  assert.equal(response.headers.get('referrer-policy'), 'strict-origin');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
});

test('messengers and other pages find title, cover and player with their sizes', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ description: `Word ${'ก็'.repeat(300)}\nnext` });
  const { html } = await page(`${edge.url}/watch/vid1?lang=en`);
  const {
    'og:description': told = '',
    description,
    'twitter:description': card,
    ...metas
  } = readMetas(html);
  assert.equal(told, `Word ${'ก็'.repeat(195)}…`, 'no letter is cut');
  assert.deepEqual([description, card], [told, told]);
  assert.partialDeepStrictEqual(metas, {
    'og:type': 'video.other',
    'og:url': `${edge.url}/watch/vid1`,
    'og:title': 'A title',
    'og:image': `${edge.url}/streams/vid1/cover.jpg?width=1280`,
    'og:image:width': '1280',
    'og:image:height': '720',
    'og:video': `${edge.url}/embed/vid1`,
    'og:video:type': 'text/html',
    'og:video:width': '1280',
    'og:video:height': '720',
    'video:duration': '12',
    'twitter:card': 'player',
    'twitter:player': `${edge.url}/embed/vid1`,
    'twitter:player:width': '1280',
    'twitter:image': `${edge.url}/streams/vid1/cover.jpg?width=1280`,
  });
  const href = `${edge.url}/oembed?url=${encodeURIComponent(`${edge.url}/watch/vid1`)}&amp;format=json`;
  const link = `<link rel="alternate" type="application/json+oembed" href="${href}" title="A title">`;
  assert.ok(html.includes(link));
  assert.ok((await page(`${edge.url}/embed/vid1`)).html.includes(link), 'the embed page too');
  await edge.publish({ stream: testStream({ coverWidths: [] }), publishedDate: '2026-11-22' });
  edge.clock.nowMs += 1000;
  const bare = readMetas((await page(`${edge.url}/watch/vid1`)).html);
  assert.equal(bare['og:image'], undefined);
  assert.equal(bare['og:description'], undefined);
  assert.equal(bare['video:release_date'], '2026-11-22');
});

test('addresses are of https where viewers come by https', async (t) => {
  const edge = await startEdgeUnderTest(t, { httpsOnly: true });
  const metas = readMetas((await page(`${edge.url}/watch/vid1`)).html);
  const player = `${edge.url.replace('http:', 'https:')}/embed/vid1`;
  assert.equal(metas['og:video'], player);
  assert.equal(metas['og:video:secure_url'], player);
});

test('a page takes the shape of its video', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const shapes: string[] = [];
  for (const [width, height] of [
    [1080, 1920],
    [720, 720],
    [1440, 1080],
    [1920, 1080],
    [1920, 804],
  ] as const) {
    await edge.publish({ stream: testStream({ video: [createTestVideo(height, { width })] }) });
    edge.clock.nowMs += 1000;
    const { html } = await page(`${edge.url}/watch/vid1`);
    shapes.push(/data-shape="(\w+)"/.exec(html)?.[1] ?? '');
  }
  assert.deepEqual(shapes, ['tall', 'square', 'classic', 'wide', 'cinema']);
});

test('why nothing plays is readable without scripts, with the status of the reason', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ videoKey: 'gone', state: 'deleted', description: 'Secret', stream: null });
  await edge.publish({ videoKey: 'theirs', teamId: 'team2', title: 'Secret' });
  for (const [key, status, problem, reason] of [
    ['gone', 410, 'deleted', 'video_deleted'],
    ['theirs', 404, 'notFound', 'video_not_found'],
    ['nobodys', 404, 'notFound', 'video_not_found'],
  ] as const) {
    for (const [language, words] of [
      ['en', en],
      ['th', th],
    ] as const) {
      const { response, html } = await page(`${edge.url}/watch/${key}?lang=${language}`);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('x-reason'), reason);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.ok(visible(html).includes(`<h1>${words.problems[problem].title}</h1>`), key);
      assert.ok(visible(html).includes(words.problems[problem].message));
      assert.doesNotMatch(html, /Secret|kinora-player|og:|oembed/);
    }
  }
});

test('a link that does not work says so first, by what is wrong with it', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', SIGNED_CHANNEL);
  const watch = `${edge.url}/watch/vid1`;
  const ended = signAddress(watch, { expires: 1 });
  for (const [address, problem, cause] of [
    [watch, 'signatureMissing', undefined],
    [`${ended}x`, 'signatureInvalid', 'signatureInvalid'],
    [ended, 'signatureExpired', 'signatureExpired'],
  ] as const) {
    const { html } = await page(address, { 'accept-language': 'en' });
    const { title, message } = en.problems[problem];
    assert.ok(visible(html).includes(`<h1>${title}</h1>\n<p>${message}</p>`), problem);
    const named = /<p class="cause">(.*)<\/p>/.exec(html)?.[1];
    assert.equal(named, cause && en.causes[cause]);
  }
});

test('on an unknown host there is no video, whatever the header says', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishChannel(edge.storage, 'other.test', 'team2');
  for (const host of ['other.test', 'unknown.test', '"><script>', '']) {
    const request = `GET /watch/vid1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const answer = await rawRequest(edge.port, request);
    assert.match(answer, /^HTTP\/1\.1 404 /, host);
    assert.doesNotMatch(answer, /A title|og:|"><script>/);
  }
});

test('a video that is not ready has its title and a player that waits for it', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ state: 'notReady', stream: null, description: 'Soon' });
  const { response, html } = await page(`${edge.url}/watch/vid1?lang=en&t=5`);
  assert.equal(response.status, 404);
  assert.equal(response.headers.get('x-reason'), 'video_not_ready');
  assert.match(html, /<h1>A title<\/h1>/);
  assert.match(
    html,
    /<kinora-player src="\/streams\/vid1\/playlist\.m3u8" lang="en" start-time="5">/,
  );
  assert.match(html, />Soon<\/p>/);
  assert.doesNotMatch(html, /og:|class="cover"/, 'messengers would keep a preview without a cover');
});

test('when storage fails the page says so, and offers to try again', async (t) => {
  const edge = await startEdgeUnderTest(t, {
    wrap: (inner) => ({
      ...inner,
      read: () => Promise.reject(new StorageError('unavailable', 'down')),
    }),
  });
  const { response, html } = await page(`${edge.url}/watch/vid1?lang=en`);
  assert.equal(response.status, 503);
  assert.ok(visible(html).includes(`<h1>${en.problems.unavailable.title}</h1>`));
  assert.match(html, /<a href="">Retry<\/a>/);
});
