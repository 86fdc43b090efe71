import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { boundConnections } from './connections.ts';

async function start(t: TestContext, proxies: string[]): Promise<Server> {
  const server = createServer((_request, response) => void response.end('here'));
  boundConnections(server, { connections: 10, networkConnections: 3, siteConnections: 5 }, proxies);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** Asks from one of the addresses of this machine. */
function open(server: Server, localAddress: string) {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  const isAnswered = async () => {
    await until('an answer or an end', () => answer !== '' || socket.closed);
    return answer.startsWith('HTTP/1.1 200');
  };
  return { socket, isAnswered };
}

test('one network has its share of the connections, and others find some', async (t) => {
  const server = await start(t, ['127.0.0.9']);
  const kept = Array.from({ length: 3 }, () => open(server, '127.0.0.1'));
  for (const one of kept) assert.ok(await one.isAnswered());
  assert.ok(!(await open(server, '127.0.0.1').isAnswered()));
  assert.ok(await open(server, '127.0.0.2').isAnswered());
  kept[0]?.socket.destroy();
  await until('room again', () => open(server, '127.0.0.1').isAnswered());
});

/** Says whether a connection from that address is kept. Node takes streams for connections. */
function connectFrom(server: Server, remoteAddress: string) {
  const socket = Object.assign(new PassThrough(), { remoteAddress });
  server.emit('connection', socket);
  return { isKept: () => !socket.destroyed, end: () => socket.destroy() };
}

test('all networks of an IPv6 subscriber have a share together', async (t) => {
  const server = await start(t, []);
  const from = (n: number) => connectFrom(server, `2001:db8:1:${n}::1`);
  const kept = [from(1), from(1), from(1), from(2), from(3)];
  assert.ok(kept.every(({ isKept }) => isKept()));
  assert.ok(!from(1).isKept());
  assert.ok(!from(4).isKept());
  assert.ok(connectFrom(server, '2001:db8:2:4::1').isKept());
  kept[4]?.end();
  await until('room again', () => from(4).isKept());
  for (const one of kept) one.end();
});

test('a proxy has as many as there are', async (t) => {
  const server = await start(t, ['127.0.0.8/31']);
  for (let n = 0; n < 6; n += 1) assert.ok(await open(server, '127.0.0.9').isAnswered());
});
