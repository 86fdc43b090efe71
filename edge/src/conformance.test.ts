import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { describeAnswer } from './nginx/test-compare-edges.ts';
import { getSigned, OPEN, openWorld, SEGMENT_OF_FREE, type World } from './nginx/test-edges.ts';
import {
  endConnections,
  type Received,
  send,
  startBuiltInEdge,
  startNginxEdge,
  type TestEdge,
} from './nginx/test-nginx-edge.ts';
import { listCases } from './test-conformance.ts';
import type { Case } from './test-conformance-case.ts';
import { SEGMENT } from './test-edge.ts';

// Every edge keeps these promises; those of only one edge are tested next to it.

const EDGES = [
  { name: 'the built-in edge', kind: 'folder', start: startBuiltInEdge },
  { name: 'nginx on a folder', kind: 'folder', start: startNginxEdge },
  { name: 'nginx on S3', kind: 's3', start: startNginxEdge },
] as const;

for (const { name, kind, start } of EDGES) {
  describe(name, () => {
    let world: World;
    let edge: TestEdge;

    before(async () => {
      world = await openWorld(kind);
      edge = await start(world);
    });

    after(async () => {
      endConnections();
      await edge.close();
      await world.close();
    });

    for (const promise of Object.keys(listCases(0))) {
      test(promise, async () => {
        const cases = listCases(Math.floor(Date.now() / 1000))[promise] ?? [];
        for (const one of cases) assertCase(one, await send(edge.port, one.sent));
        // nginx may answer from its cache, and the answer must be the same.
        for (const one of cases) assertCase(one, await send(edge.port, one.sent));
      });
    }

    test('HEAD says what GET would, without the body', async () => {
      const signed = getSigned('free', 'k1');
      const sent = ['cover.jpg', 'playlist.m3u8', 'rev1/v360.m3u8', '360p.mp4', 'rev0/v360.m3u8']
        .map((file) => ({ path: `/streams/free/${file}`, headers: { Host: OPEN } }))
        .concat({ path: SEGMENT_OF_FREE, headers: { Host: OPEN } })
        .concat(
          ['/embed/free', '/player/plain.js', '/healthz', '/streams/nothing/playlist.m3u8'].map(
            (path) => ({ path, headers: { Host: OPEN } }),
          ),
        )
        .concat({ path: signed.path, headers: { Host: 'signed.test:8443' } });
      for (const one of sent) {
        const [get, head] = [
          await send(edge.port, one),
          await send(edge.port, { ...one, method: 'HEAD' }),
        ];
        assert.equal(head.body.length, 0, one.path);
        const [headOfGet, headOfHead] = [get, head].map((received) =>
          describeAnswer({ ...received, body: Buffer.alloc(0) }),
        );
        assert.equal(headOfHead, headOfGet, one.path);
        for (const header of ['content-length', 'etag'])
          assert.equal(head.headers[header], get.headers[header], one.path);
      }
    });

    test('a playlist is zipped for who asks for it', async () => {
      const sent = { path: '/streams/free/playlist.m3u8', headers: { Host: OPEN } };
      const plain = await send(edge.port, sent);
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const coding of ['gzip', 'gzip;q=0, br', 'br', 'identity']) {
        const headers = { Host: OPEN, 'Accept-Encoding': coding };
        const { status, headers: stated, body } = await send(edge.port, { ...sent, headers });
        assert.equal(status, 200);
        assert.equal(stated['vary'], 'Accept-Encoding');
        const isZipped = stated['content-encoding'] === 'gzip';
        assert.ok(!isZipped || coding === 'gzip', coding);
        assert.ok((isZipped ? gunzipSync(body) : body).equals(plain.body));
      }
    });
  });
}

function assertCase(wanted: Case, { status, headers, body }: Received): void {
  const { sent, reason, code = reason, bytes } = wanted;
  const what = `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)}`;
  assert.equal(status, wanted.status, what);
  assert.equal(headers['x-reason'], reason, what);
  if (code !== undefined) {
    const { code: said, requestId } = JSON.parse(body.toString()) as Record<string, string>;
    assert.deepEqual([said, requestId], [code, headers['x-request-id']], what);
  }
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const stated = headers[name]?.toString() ?? null;
    if (value instanceof RegExp) assert.match(stated ?? '', value, `${name} of ${what}`);
    else assert.equal(stated, value, `${name} of ${what}`);
  }
  if (bytes === 'none') assert.equal(body.length, 0, what);
  else if (bytes) assert.ok(body.equals(SEGMENT.subarray(bytes[0], bytes[1] + 1)), what);
}
