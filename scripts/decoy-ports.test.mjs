import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { openDecoys } from './decoy-ports.mjs';

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' };

test(
  'a test file that asks a default port is named, and another program is not',
  onLinux,
  async () => {
    const port = await findFreePort();
    const ours = new Map();
    const decoys = await openDecoys((session) => ours.get(session), { 'a cluster': port });
    await ask(port, (pid) => ours.set(pid, 'server/src/some.test.ts'));
    await ask(port, () => undefined);
    assert.deepEqual(decoys.stop(), [
      { file: 'server/src/some.test.ts', what: `port ${port}, which a cluster has by default` },
    ]);
  },
);

/** Connects as a program would that a test started: in the session of the test, not as its leader. */
async function ask(port, onSession) {
  const program = `require('net').connect(${port}, '127.0.0.1').on('close', () => process.exit())`;
  const child = spawn('sh', ['-c', `"${process.execPath}" -e "${program}"; true`], {
    detached: true,
    stdio: 'ignore',
  });
  onSession(child.pid);
  await once(child, 'exit');
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
