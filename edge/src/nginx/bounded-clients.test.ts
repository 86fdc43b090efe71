import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DEFAULT_LIMITS } from '../limits.ts';
import { OPEN, openWorld, SEGMENT_OF_FREE, waitUntil, type World } from './test-edges.ts';
import { endConnections, type NginxTestEdge, send, startNginxEdge } from './test-nginx-edge.ts';

let world: World;
let nginx: NginxTestEdge;

before(async () => {
  world = await openWorld();
  nginx = await startNginxEdge(world);
});

after(async () => {
  endConnections();
  await nginx.close();
  await world.close();
});

/** Starts a request whose body never comes. */
async function hold(from: string): Promise<Socket> {
  const socket = connect(nginx.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = [`Host: ${OPEN}`, `X-Forwarded-For: ${from}`, 'Content-Length: 9'];
  socket.write(`POST /licenses/clear-key HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'connect');
  return socket;
}

const ask = (from: string) =>
  send(nginx.port, { path: SEGMENT_OF_FREE, headers: { Host: OPEN, 'X-Forwarded-For': from } });

test('one client has a share of the requests under way, and others play on', async () => {
  const clients = [
    { mine: ['9.9.9.9', '::ffff:9.9.9.9'], other: '::ffff:9.9.9.8' },
    { mine: ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6'], other: '2001:db8:1:3::1' },
  ];
  for (const { mine, other } of clients) {
    const held: Socket[] = [];
    const holdMore = async (count: number) => {
      for (let n = 0; n < count; n += 1) held.push(await hold(mine[n % mine.length] ?? ''));
    };
    await holdMore(2400);
    assert.equal((await ask(mine[0] ?? '')).status, 200);
    for (const one of mine) {
      // A new request takes a held one's place, as nginx gives up requests whose body is late.
      await waitUntil(async () => {
        if ((await ask(one)).status === 503) return true;
        await holdMore(110);
        return false;
      });
      const refused = await ask(one);
      assert.equal(refused.headers['retry-after'], '1');
      assert.match(refused.body.toString(), /^\{"code":"unavailable","requestId":"\w{32}"\}$/);
    }
    assert.equal((await ask(other)).status, 200);
    for (const socket of held) socket.destroy();
    await waitUntil(async () => (await ask(mine[0] ?? '')).status === 200);
  }
});

test('nginx waits for a head, and for a small body, as long as the edge', async () => {
  const settings = await readFile(join(nginx.folder, 'kinora.conf'), 'utf8');
  const seconds = (name: string) =>
    Number(new RegExp(`^ *${name} (\\d+)s;$`, 'm').exec(settings)?.[1]);
  assert.equal(seconds('client_header_timeout') * 1000, DEFAULT_LIMITS.headersMs);
  assert.equal(seconds('client_body_timeout') * 1000, DEFAULT_LIMITS.requestMs);
});
