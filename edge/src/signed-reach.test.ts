import { strict as assert } from 'node:assert';
import { describe, test, type TestContext } from 'node:test';
import { signForTeam } from '@kinora/playback-rules/signature-forms';
import { createTestVideo } from '@kinora/contract/test-stream';
import {
  type EdgeUnderTest,
  publishChannel,
  SEGMENT,
  startEdgeUnderTest,
  TEST_ACCESS,
  testStream,
} from './test-edge.ts';
import { signArkV2Query, signedUrl, signQuery } from './nginx/test-world.ts';

const STREAM = '/streams/vid1';
const MAIN = ['/embed/vid1', '/watch/vid1', `${STREAM}/playlist.m3u8`, `${STREAM}/manifest.mpd`];
const SEGMENTS = [`${STREAM}/rev1/v360/init.mp4`, `${STREAM}/rev1/v360/1.m4s`];
const SHEETS = [`${STREAM}/rev1/storyboard-1.jpg`, `${STREAM}/rev1/storyboard-2.jpg`];
const ALONE = [
  ...['cover.jpg', '360p.mp4', 'rev1/cover-320.jpg', 'rev1/a1/1.m4s'].map(
    (file) => `${STREAM}/${file}`,
  ),
  ...SEGMENTS,
  ...SHEETS,
];
const LISTS: Record<string, string[]> = {
  [`${STREAM}/rev1/v360.m3u8`]: SEGMENTS,
  [`${STREAM}/rev1/v360-iframes.m3u8`]: SEGMENTS,
  [`${STREAM}/rev1/a1.m3u8`]: [`${STREAM}/rev1/a1/1.m4s`],
  [`${STREAM}/rev1/storyboard.json`]: SHEETS,
  [`${STREAM}/rev1/storyboard.vtt`]: SHEETS,
};
const LICENCE = '/licenses/clear-key?video=vid1';
const ALL = [...MAIN, ...ALONE, ...Object.keys(LISTS), LICENCE];

/** Says what the signature of an address opens, with all that the edge gives for it. */
function listOpened(path: string): string[] {
  if (MAIN.includes(path)) return ALL;
  return [path, ...(LISTS[path] ?? [])];
}

const EXPIRES = 2000;
const signBy = (form: typeof signQuery, address: string, prefix: string | null = null) => {
  const { host, pathname: path } = new URL(address);
  return `${address}?${form({ host, path, prefix }, 'k1', EXPIRES)}`;
};
const SIGNERS: Record<string, (address: string) => string> = {
  'the usual form': (address) => signBy(signQuery, address),
  'the older form': (address) => signBy(signArkV2Query, address),
  'the console’s own': (address) => {
    const { host, pathname: path } = new URL(address);
    const { teamKey } = TEST_ACCESS;
    return `${address}?${signForTeam(teamKey, { host, path, expires: EXPIRES })}`;
  },
};

describe('a signature opens its address and what that lists', () => {
  for (const [form, sign] of Object.entries(SIGNERS)) {
    test(form, async (t) => {
      const edge = await startSignedEdge(t);
      for (const path of [...MAIN, ...ALONE, ...Object.keys(LISTS)]) {
        const address = sign(edge.url + path);
        const answer = await fetch(address);
        assert.equal(answer.status, 200, path);
        const given = new URL(address).search.slice(1);
        const text = (await answer.text()).replaceAll('&amp;', '&');
        const carried = /\?(x_[^"#\s<]+)/.exec(text)?.[1] ?? '';
        assert.equal(carried === '', ALONE.includes(path), path);
        const cookie = /^kinora_pass_vid1=([^;]*)/.exec(
          answer.headers.get('set-cookie') ?? '',
        )?.[1];
        assert.equal(cookie !== undefined, MAIN.includes(path), path);
        const opened = new Set<string>();
        for (const query of new Set([given, carried, cookie ?? ''].filter((one) => one !== ''))) {
          for (const one of ALL) {
            if (await isOpen(edge, one, { query })) opened.add(one);
            if (await isOpen(edge, one, { cookie: query })) opened.add(one);
          }
        }
        assert.deepEqual([...opened].toSorted(), listOpened(path).toSorted(), path);
      }
    });
  }
});

test('a prefix is carried no wider than it was signed', async (t) => {
  const edge = await startSignedEdge(t);
  const pathPrefix = `${STREAM}/rev1/`;
  const playlist = `${STREAM}/rev1/v360.m3u8`;
  const answer = await fetch(signBy(signQuery, edge.url + playlist, pathPrefix));
  assert.equal(answer.headers.get('set-cookie'), null);
  const query = /\?(x_[^"\s]+)/.exec(await answer.text())?.[1] ?? '';
  for (const path of ALL)
    assert.equal(await isOpen(edge, path, { query }), path.startsWith(pathPrefix), path);
});

async function startSignedEdge(t: TestContext): Promise<EdgeUnderTest> {
  const edge = await startEdgeUnderTest(t, {
    limits: { refusals: { burst: 1e9, perSecond: 1e9, maxWaitMs: 0, maxWaiting: 1e9 } },
  });
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', {
    signedUrl: signedUrl(true),
  });
  const iFrames = { peakBps: 1000, averageBps: 900, measured: true };
  const size = { columns: 1, rows: 1, tileWidth: 2, tileHeight: 2 };
  const stream = testStream({
    deliveryModel: 'model-k',
    video: [createTestVideo(360, { iFrames })],
    storyboard: { ...size, intervalMs: 6000, tiles: 2 },
    progressive: [{ height: 360, width: 640, sizeBytes: SEGMENT.length }],
  });
  await edge.publish({ stream });
  const files = ['storyboard-1.jpg', 'storyboard-2.jpg', '360p.mp4', 'a1/1.m4s'];
  for (const file of files) await edge.storage.put(`streams/vid1/rev1/${file}`, SEGMENT);
  const keyFrames = { segments: [[[24, 500, 6000]], [[24, 500, 6000]]] };
  const place = 'streams/vid1/rev1/v360/key-frames.json';
  await edge.storage.put(place, Buffer.from(JSON.stringify(keyFrames)));
  edge.clock.nowMs += 2000;
  return edge;
}

async function isOpen(
  edge: EdgeUnderTest,
  path: string,
  { query = '', cookie = '' }: { query?: string; cookie?: string },
): Promise<boolean> {
  const address = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const response = await fetch(edge.url + address, {
    method: path === LICENCE ? 'POST' : 'GET',
    headers: cookie === '' ? {} : { Cookie: `kinora_pass_vid1=${cookie}` },
  });
  await response.arrayBuffer();
  // The stream is not encrypted, so allowed viewers get 404 for licences.
  const isServed = response.status === (path === LICENCE ? 404 : 200);
  assert.ok(isServed || response.status === 403, `${response.status} ${address}`);
  return isServed;
}
