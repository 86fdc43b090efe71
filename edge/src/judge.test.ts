import { strict as assert } from 'node:assert';
import { test, type TestContext } from 'node:test';
import type { ViewerTarget } from '@kinora/manifests/addresses';
import { DOCUMENT_RULES } from '@kinora/playback-rules/document-rules';
import { refuse, type ViewerRule } from '@kinora/playback-rules/rule';
import { SEGMENT, startEdgeUnderTest, testStream } from './test-edge.ts';

/** Lets guarded videos be watched from one site, whose pages carry different suffixes. */
const siteRule: ViewerRule = {
  name: 'site',
  looksAt: 'viewer',
  appliesTo: ({ video }) => video.title === 'Guarded',
  judge: (_found, _asked, { referrer }) => {
    const page = referrer?.split('https://site.test/')[1];
    if (page === undefined) return refuse('website_blocked');
    return {
      verdict: 'allowed',
      pass: { suffix: `page=${page}`, leftSec: 60, isOfTeam: false, isOfStream: true },
    };
  },
};

/** One line for each kind of what a viewer asks for, or this does not compile. */
const ADDRESSES: Record<ViewerTarget['kind'], string> = {
  multivariantPlaylist: '/streams/vid1/playlist.m3u8',
  dashManifest: '/streams/vid1/manifest.mpd',
  progressiveFile: '/streams/vid1/480p.mp4',
  cover: '/streams/vid1/cover.jpg?width=640',
  mediaPlaylist: '/streams/vid1/rev1/v360.m3u8',
  iFramePlaylist: '/streams/vid1/rev1/v360-iframes.m3u8',
  segment: '/streams/vid1/rev1/v360/1.m4s',
  storyboard: '/streams/vid1/rev1/storyboard.json',
  storyboardSheet: '/streams/vid1/rev1/storyboard-1.jpg',
  revisionCover: '/streams/vid1/rev1/cover-640.jpg',
  embedPage: '/embed/vid1',
  watchPage: '/watch/vid1',
};

async function startWithRule(context: TestContext, title: string) {
  const edge = await startEdgeUnderTest(context, { rules: [siteRule, ...DOCUMENT_RULES] });
  const stream = testStream({ deliveryModel: 'model-k' });
  const iFrames = { peakBps: 90_000, averageBps: 80_000, measured: true };
  const storyboard = { columns: 2, rows: 2, tileWidth: 160, tileHeight: 90 };
  await edge.publish({
    title,
    stream: {
      ...stream,
      video: stream.video.map((video) => ({ ...video, iFrames })),
      storyboard: { ...storyboard, intervalMs: 2000, tiles: 4 },
      progressive: [{ height: 480, width: 854, sizeBytes: SEGMENT.length }],
    },
  });
  const keyFrames = JSON.stringify({ segments: [[[0, 300, 6000]], [[0, 200, 6000]]] });
  await edge.storage.put('streams/vid1/rev1/v360/key-frames.json', Buffer.from(keyFrames));
  await edge.storage.put('streams/vid1/rev1/480p.mp4', SEGMENT);
  await edge.storage.put('streams/vid1/rev1/storyboard-1.jpg', SEGMENT);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(edge.url + path, { headers });
    const caching = response.headers.get('cache-control');
    return {
      status: response.status,
      caching,
      headers: response.headers,
      text: await response.text(),
    };
  };
  return { edge, get };
}

const FROM_SITE = { referer: 'https://site.test/1' };

test('what a rule about viewers let through is never public, whatever it is', async (t) => {
  const { get } = await startWithRule(t, 'Guarded');
  for (const path of Object.values(ADDRESSES)) {
    const { status, caching, headers } = await get(path, FROM_SITE);
    assert.deepEqual([status, caching], [200, 'private, no-cache'], path);
    const etag = headers.get('etag');
    if (!etag) continue;
    const again = await get(path, { ...FROM_SITE, 'if-none-match': etag });
    assert.deepEqual([again.status, again.caching], [304, 'private, no-cache'], path);
  }
  const part = await get(ADDRESSES.segment, { ...FROM_SITE, range: 'bytes=0-9' });
  assert.deepEqual([part.status, part.caching], [206, 'private, no-cache']);
});

test('a viewer refused by a rule is refused everything, and no cache keeps that', async (t) => {
  const { get } = await startWithRule(t, 'Guarded');
  for (const path of Object.values(ADDRESSES)) {
    const { status, caching, headers } = await get(path, { referer: 'https://else.test/' });
    assert.deepEqual([status, caching], [403, 'no-store'], path);
    assert.equal(headers.get('x-reason'), 'website_blocked');
  }
});

test('where a rule about viewers has no part, answers are public', async (t) => {
  const { get } = await startWithRule(t, 'Open');
  for (const path of Object.values(ADDRESSES)) {
    const { status, caching } = await get(path);
    assert.equal(status, 200);
    assert.match(caching ?? '', /^public, /, path);
  }
});

test('a rule’s additions to addresses are written for each viewer', async (t) => {
  const { edge, get } = await startWithRule(t, 'Guarded');
  for (const page of ['1', '2', '']) {
    const playlist = await get(ADDRESSES.multivariantPlaylist, {
      referer: `https://site.test/${page}`,
    });
    assert.match(playlist.text, new RegExp(`^rev1/v360\\.m3u8\\?page=${page}$`, 'm'));
    const html = (await get(ADDRESSES.embedPage, { referer: `https://site.test/${page}` })).text;
    assert.ok(html.includes(`src="/streams/vid1/playlist.m3u8?page=${page}"`));
    assert.ok(html.includes(`poster="/streams/vid1/cover.jpg?width=1280&amp;page=${page}"`));
    const watch = (await get(ADDRESSES.watchPage, { referer: `https://site.test/${page}` })).text;
    assert.ok(watch.includes(`content="${edge.url}/embed/vid1?page=${page}"`));
  }
});
