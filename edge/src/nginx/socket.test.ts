import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createReadClient } from '@kinora/contract/client-address';
import { isFromNginx, listenForNginx, readBehindNginx } from './socket.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-socket-'));
after(() => rm(folder, { recursive: true }));

const readClient = readBehindNginx(createReadClient(['10.0.0.0/8']));
const server = createServer((request, response) => {
  const { address } = readClient(request);
  response.end(JSON.stringify({ isFromNginx: isFromNginx(request), address }));
});

async function ask(place: { socketPath: string } | { port: number }, headers = {}) {
  const [response] = (await once(get({ ...place, headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  const parts = (await response.toArray()) as Buffer[];
  return JSON.parse(Buffer.concat(parts).toString()) as { isFromNginx: boolean; address: string };
}

test('what comes by the socket is nginx’s, which names the peer, and nothing else is', async () => {
  const socketPath = join(folder, 'edge.sock');
  const listener = await listenForNginx(server, socketPath);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const said = { 'X-Real-IP': '10.0.0.1', 'X-Forwarded-For': '8.8.8.8, 1.46.0.1' };
  assert.deepEqual(await ask({ socketPath }, said), { isFromNginx: true, address: '1.46.0.1' });
  const peer = { ...said, 'X-Real-IP': '9.9.9.9' };
  assert.deepEqual(await ask({ socketPath }, peer), { isFromNginx: true, address: '9.9.9.9' });
  assert.deepEqual(await ask({ port }, said), { isFromNginx: false, address: '127.0.0.1' });
  const closed = listener.close();
  server.close();
  await closed;
});

test('the socket of an edge that was killed is taken over, and no other file is', async () => {
  const path = join(folder, 'left.sock');
  await (await listenForNginx(server, path)).close();
  const left = await listenForNginx(server, path);
  const again = await listenForNginx(server, path);
  const socket = connect(path);
  await once(socket, 'connect');
  socket.destroy();
  await left.close();
  await again.close();
  const file = join(folder, 'file');
  await writeFile(file, 'mine');
  await assert.rejects(listenForNginx(server, file), /no socket/);
});
