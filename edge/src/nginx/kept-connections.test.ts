import { strict as assert } from 'node:assert';
import http from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answersAlone,
  openWorld,
  OPEN,
  SEGMENT_OF_FREE,
  skip,
  teach,
  waitUntil,
  type World,
} from './test-edges.ts';
import { endConnections, type NginxTestEdge, send, startNginxEdge } from './test-nginx-edge.ts';
import { changeVideo } from './test-world.ts';

let world: World;
let nginx: NginxTestEdge;

before(async () => {
  if (skip) return;
  world = await openWorld();
  nginx = await startNginxEdge(world);
  await teach(nginx);
});

after(async () => {
  if (skip) return;
  endConnections();
  await nginx.close();
  await world.close();
});

/** Sends requests one after another over each of some connections, which it opens once. */
function startViewers(count: number) {
  const seen = { requests: 0, failures: [] as string[], connections: 0 };
  const agent = new http.Agent({ keepAlive: true, maxSockets: count });
  agent.createConnection = () => {
    seen.connections += 1;
    return connect(nginx.port, '127.0.0.1');
  };
  let isEnding = false;
  const get = () =>
    new Promise<void>((resolve) => {
      const fail = (cause: unknown) => (seen.failures.push(String(cause)), resolve());
      const headers = { Host: OPEN };
      const sent = { port: nginx.port, path: SEGMENT_OF_FREE, headers, agent };
      http
        .get(sent, (response) => {
          if (response.statusCode !== 200) seen.failures.push(`status ${response.statusCode}`);
          response.resume().on('end', resolve).on('error', fail);
        })
        .on('error', fail);
    });
  const lanes = Array.from({ length: count }, async () => {
    while (!isEnding) {
      seen.requests += 1;
      await get();
      // nginx ends a connection after 10,000 requests.
      await sleep(2);
    }
  });
  return {
    async end() {
      isEnding = true;
      await Promise.all(lanes);
      agent.destroy();
      return seen;
    },
  };
}

test(
  'rules change while viewers fetch, and none of their connections is closed',
  { skip },
  async () => {
    const sent = {
      path: '/streams/constructor/rev1/v360/1.m4s',
      headers: { Host: OPEN, 'X-Forwarded-For': '8.8.8.8' },
    };
    const viewers = startViewers(8);
    for (let done = 0; done < 5; done += 1) {
      await changeVideo(world.storage, 'constructor', { geoblock: { allow: [], deny: ['US'] } });
      await waitUntil(async () => (await send(nginx.port, sent)).status === 451);
      await changeVideo(world.storage, 'constructor', {});
      await waitUntil(() => answersAlone(nginx, sent));
    }
    const { requests, failures, connections } = await viewers.end();
    assert.deepEqual(failures, []);
    assert.equal(connections, 8, `of ${requests} requests some opened another connection`);
    assert.ok(requests > 500, `${requests} requests`);
  },
);
