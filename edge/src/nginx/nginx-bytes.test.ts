import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import { SEGMENT } from '../test-edge.ts';
import { OPEN, openWorld, SEGMENT_OF_FREE, waitUntil, type World } from './test-edges.ts';
import { endConnections, type NginxTestEdge, send, startNginxEdge } from './test-nginx-edge.ts';
import { changeVideo } from './test-world.ts';

// These hold for nginx wherever the objects are.

const MB = 1024 * 1024;
const FOR_EVER = 'public, max-age=31536000, s-maxage=86400, immutable';

for (const kind of ['folder', 's3'] as const) {
  describe(`bytes from ${kind}`, () => {
    let world: World;
    let nginx: NginxTestEdge;
    const requested: number[] = [];

    before(async () => {
      world = await openWorld(kind);
      const requestSegment = async ({ number }: { number: number }) => void requested.push(number);
      nginx = await startNginxEdge({ ...world, requestSegment });
    });
    after(async () => {
      endConnections();
      await nginx.close();
      await world.close();
    });

    const get = (path: string, headers = {}) =>
      send(nginx.port, { path, headers: { Host: OPEN, ...headers } });
    const listReads = (key: string) => nginx.readKeys.filter((read) => read === key);

    test('nginx sends what the edge has named, and the edge reads none of it', async () => {
      for (const file of [
        'rev1/v360/1.m4s',
        'rev1/a1/init.mp4',
        'rev1/cover-320.jpg',
        '360p.mp4',
      ]) {
        for (let times = 0; times < 2; times += 1) {
          const { status, headers, body } = await get(`/streams/free/${file}`);
          assert.deepEqual([status, body.equals(SEGMENT)], [200, true], file);
          assert.doesNotMatch(JSON.stringify(headers), /x-accel|x-kinora|x-amz|amz-|127\.0\.0\.1/i);
        }
      }
      const read = nginx.readKeys.filter((key) => key.startsWith('streams/free/'));
      assert.deepEqual(read, []);
    });

    test('parts of a whole file are sent by nginx, over the ends of what it keeps', async () => {
      const film = randomBytes(9 * MB + 1);
      const stream = createTestStream({
        videoKey: 'free',
        video: [createTestVideo(360)],
        progressive: [{ height: 360, width: 640, sizeBytes: film.length }],
      });
      await changeVideo(world.storage, 'film', { stream: { ...stream, videoKey: 'film' } });
      await world.storage.put('streams/film/rev1/360p.mp4', film);
      const path = '/streams/film/360p.mp4';
      await waitUntil(async () => (await get(path)).status === 200);
      for (const [range, first, last] of [
        ['bytes=0-0', 0, 0],
        ['bytes=4000000-4500000', 4_000_000, 4_500_000],
        ['bytes=9437180-', 9_437_180, 9 * MB],
        ['bytes=1000-99999999', 1000, 9 * MB],
      ] as const) {
        const { status, headers, body } = await get(path, { Range: range });
        assert.deepEqual([status, headers['accept-ranges']], [206, 'bytes'], range);
        assert.equal(headers['content-range'], `bytes ${first}-${last}/${film.length}`);
        assert.ok(body.equals(film.subarray(first, last + 1)), range);
      }
      const whole = await get(path);
      assert.ok(whole.body.equals(film));
      assert.deepEqual(listReads('streams/film/rev1/360p.mp4'), []);
    });

    test('a segment that is not there yet is waited for, and its wait is in no cache', async () => {
      const path = '/streams/open/rev1/v720/2.m4s';
      const answer = get(path);
      await until('the edge to ask for it', () => requested.includes(2));
      await world.storage.put(path.slice(1), SEGMENT);
      const { status, headers, body } = await answer;
      assert.deepEqual([status, body.equals(SEGMENT)], [200, true]);
      assert.ok(Number(headers['x-wait-ms']) > 0);
      assert.equal(headers['cache-control'], 'no-store');
      const later = await get(path);
      assert.equal(later.headers['cache-control'], FOR_EVER);
      assert.equal(later.headers['x-wait-ms'], undefined);
    });

    test('what storage has lost is refused as the edge refuses', async () => {
      const path = '/streams/few/rev1/v360/2.m4s';
      await world.storage.delete(path.slice(1));
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers['x-reason']], [404, 'video_not_found']);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['content-type'], 'application/json');
    });

    if (kind !== 's3') return;

    test('the edge sends what the store refuses to nginx', async () => {
      world.s3?.failNext({ kind: 'error', status: 503, key: /own\/rev1\/v360\/2/ });
      const sent = { 'X-Forwarded-For': '1.46.0.1' };
      const { status, body } = await get('/streams/own/rev1/v360/2.m4s', sent);
      assert.deepEqual([status, body.equals(SEGMENT)], [200, true]);
      assert.notDeepEqual(listReads('streams/own/rev1/v360/2.m4s'), []);
    });

    test('nginx keeps fetched files for all who may have them', async () => {
      const path = '/streams/thai/rev1/v360/2.m4s';
      const from = (address: string) => get(path, { 'X-Forwarded-For': address });
      assert.equal((await from('1.46.0.1')).status, 200);
      world.s3?.failNext({ kind: 'error', key: /thai\/rev1\/v360\/2/, times: 9 });
      assert.equal((await from('1.46.0.1')).status, 200);
      assert.equal((await from('8.8.8.8')).status, 451);
      assert.deepEqual(listReads(path.slice(1)), []);
    });

    test('neither the store’s address nor a signature stands in what nginx prints', async () => {
      await get(SEGMENT_OF_FREE);
      await waitUntil(async () => nginx.printed().includes(SEGMENT_OF_FREE));
      assert.doesNotMatch(nginx.printed(), /X-Amz|\/-bytes|films/);
    });
  });
}
