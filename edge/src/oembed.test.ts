import { strict as assert } from 'node:assert';
import { test, type TestContext } from 'node:test';
import { createTestVideo } from '@kinora/contract/test-stream';
import { DOCUMENT_RULES } from '@kinora/playback-rules/document-rules';
import { refuse, type ViewerRule } from '@kinora/playback-rules/rule';
import { StorageError } from '@kinora/storage/storage';
import { startEdgeUnderTest, testStream } from './test-edge.ts';

async function start(context: TestContext, options: Parameters<typeof startEdgeUnderTest>[1] = {}) {
  const edge = await startEdgeUnderTest(context, options);
  const ask = async (parameters: Record<string, string> | [string, string][]) => {
    const response = await fetch(`${edge.url}/oembed?${new URLSearchParams(parameters)}`);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
  return { edge, ask, page: `${edge.url}/watch/vid1` };
}

test('a watch or embed address is answered with what shows it, to any site', async (t) => {
  const { edge, ask, page } = await start(t);
  await edge.publish({ title: 'A "title" & <more>' });
  for (const url of [
    page,
    `${edge.url}/embed/vid1?autoplay=1#now`,
    page.replace('http', 'https'),
  ]) {
    const { status, headers, body } = await ask({ url, format: 'json' });
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'public, max-age=1');
    assert.deepEqual(body, {
      version: '1.0',
      type: 'video',
      provider_name: 'Kinora',
      provider_url: edge.url,
      title: 'A "title" & <more>',
      width: 640,
      height: 360,
      html:
        `<iframe src="${edge.url}/embed/vid1" title="A &quot;title&quot; &amp; &lt;more&gt;" width="640" height="360"` +
        ' allow="autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock" style="border:0"></iframe>',
      thumbnail_url: `${edge.url}/streams/vid1/cover.jpg?width=640`,
      thumbnail_width: 640,
      thumbnail_height: 360,
    });
  }
  assert.equal((await ask({ url: page })).status, 200, 'JSON is the format without one');
});

test('frame and thumbnail keep within the limits and in shape', async (t) => {
  const { edge, ask, page } = await start(t);
  const sizes = async (limits: Record<string, string>) => {
    const { body } = await ask({ url: page, ...limits });
    return [body['width'], body['height'], body['thumbnail_width']];
  };
  assert.deepEqual(await sizes({ maxwidth: '400' }), [400, 225, 320]);
  assert.deepEqual(await sizes({ maxwidth: '1600' }), [1600, 900, 1280]);
  assert.deepEqual(await sizes({ maxheight: '200' }), [355, 200, 320]);
  assert.deepEqual(await sizes({ maxwidth: '800', maxheight: '90' }), [160, 90, undefined]);
  assert.deepEqual(await sizes({ maxwidth: '1' }), [1, 1, undefined]);
  for (const bad of ['0', '-5', '1e3', 'wide', '', '999999']) {
    assert.deepEqual(await sizes({ maxwidth: bad }), [640, 360, 640], bad);
  }
  await edge.publish({ stream: testStream({ video: [createTestVideo(1920, { width: 1080 })] }) });
  edge.clock.nowMs += 1000;
  assert.deepEqual((await sizes({})).slice(0, 2), [360, 640]);
});

test('a beginning is carried into the frame', async (t) => {
  const { edge, ask, page } = await start(t);
  const { body } = await ask({ url: `${page}?t=1m5s&autoplay=1` });
  assert.match(String(body['html']), new RegExp(`src="${edge.url}/embed/vid1\\?t=65" `));
});

test('what is no page of a video here is refused, and its reason is said', async (t) => {
  const { edge, ask, page } = await start(t);
  await edge.publish({ videoKey: 'gone', state: 'deleted', stream: null });
  await edge.publish({ videoKey: 'soon', state: 'notReady', stream: null });
  await edge.publish({ videoKey: 'theirs', teamId: 'team2', title: 'Secret' });
  const { port } = edge;
  for (const [url, status, code] of [
    [`${edge.url}/watch/gone`, 410, 'video_deleted'],
    [`${edge.url}/watch/soon`, 404, 'video_not_ready'],
    [`${edge.url}/watch/theirs`, 404, 'video_not_found'],
    [`${edge.url}/watch/nobodys`, 404, 'video_not_found'],
    [`${edge.url}/`, 404, 'not_found'],
    [`${edge.url}/streams/vid1/playlist.m3u8`, 404, 'not_found'],
    [`${edge.url}/oembed?url=x`, 404, 'not_found'],
    [`https://evil.test/watch/vid1`, 404, 'not_found'],
    [`http://127.0.0.1:${port + 1}/watch/vid1`, 404, 'not_found'],
    [`http://user@127.0.0.1:${port}/watch/vid1`, 404, 'not_found'],
    [`http://127.0.0.1:${port}@evil.test/watch/vid1`, 404, 'not_found'],
    [`ftp://127.0.0.1:${port}/watch/vid1`, 404, 'not_found'],
    [`file:///watch/vid1`, 404, 'not_found'],
    ['javascript:alert(1)', 404, 'not_found'],
    ['/watch/vid1', 400, 'malformed_request'],
    ['', 400, 'malformed_request'],
    ['\u0000', 400, 'malformed_request'],
  ] as const) {
    const { status: got, headers, body } = await ask({ url });
    assert.deepEqual([got, body['code']], [status, code], url);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), '*');
  }
  assert.equal((await ask({})).status, 400, 'no url');
  const two: [string, string][] = [
    ['url', page],
    ['url', page],
  ];
  assert.equal((await ask(two)).status, 400, 'two of them');
  for (const format of ['xml', 'JSON', '']) {
    const { status, body } = await ask({ url: page, format });
    assert.deepEqual([status, body['code']], [501, 'format_not_supported'], format);
  }
  assert.equal((await ask({ url: `${page}?${'x'.repeat(16_000)}` })).status, 414);
});

const siteRule: ViewerRule = {
  name: 'site',
  looksAt: 'viewer',
  appliesTo: () => true,
  judge: (_found, _asked, { referrer }) =>
    referrer === 'https://site.test'
      ? {
          verdict: 'allowed',
          pass: { suffix: 'site=1', leftSec: 60, isOfTeam: false, isOfStream: true },
        }
      : refuse('website_blocked'),
};

test('a protected video is answered only to viewers whom its rules admit', async (t) => {
  const { edge, page, ask } = await start(t, { rules: [siteRule, ...DOCUMENT_RULES] });
  const refused = await ask({ url: page });
  assert.deepEqual([refused.status, refused.body['code']], [403, 'website_blocked']);
  assert.equal(refused.headers.get('x-reason'), 'website_blocked');
  const address = `${edge.url}/oembed?url=${encodeURIComponent(page)}`;
  const admitted = await fetch(address, { headers: { origin: 'https://site.test' } });
  assert.equal(admitted.status, 200);
  assert.equal(admitted.headers.get('cache-control'), 'private, no-cache');
  const body = (await admitted.json()) as Record<string, unknown>;
  assert.match(String(body['html']), /src="[^"]+\/embed\/vid1\?site=1"/);
  assert.match(String(body['thumbnail_url']), /cover\.jpg\?width=640&site=1$/);
});

test('while storage is away the answer says to come back', async (t) => {
  const { ask, page } = await start(t, {
    wrap: (inner) => ({
      ...inner,
      read: () => Promise.reject(new StorageError('unavailable', 'down')),
    }),
  });
  const { status, headers, body } = await ask({ url: page });
  assert.deepEqual([status, body['code']], [503, 'unavailable']);
  assert.equal(headers.get('retry-after'), '1');
});
