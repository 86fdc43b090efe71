import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { swiftSettings, swiftPorts } from './test-swift-settings.ts';
import type { SwiftServer } from './test-swift-settings.ts';

export type Swift = {
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  close: () => Promise<void>;
};

const python = '/usr/bin/python3';
const servers: readonly SwiftServer[] = ['account', 'container', 'object', 'proxy'];
const startLimitMs = 60_000;

/** Returns why OpenStack Swift can't be tested against on this machine; null when it can. */
export function whyNoSwift(): string | null {
  // Debian's package python3-swift has it there; its servers' own packages would start services.
  if (existsSync('/usr/lib/python3/dist-packages/swift/common/wsgi.py')) return null;
  return 'OpenStack Swift is not installed here: run "sudo apt-get install -y python3-swift"';
}

/**
 * Starts OpenStack Swift with its S3 interface in a folder of its own, without /etc, a service manager or an
 * account. It ends with this process, even a killed one.
 *
 * @throws Error with the output of a server that does not start
 */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-swift-'));
  // Rings name ports, so none can be had from the system: an address of 127/8 has all of them free.
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
  const credentials = { accessKeyId: 'kinora:films', secretAccessKey: 'a-secret-for-tests' };
  const running: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(running.map(end));
    rmSync(folder, { recursive: true });
  };
  try {
    mkdirSync(join(folder, 'disks/one'), { recursive: true });
    const settings = swiftSettings({ folder, host, user: userInfo().username, ...credentials });
    for (const [name, text] of Object.entries(settings)) writeFileSync(join(folder, name), text);
    execFileSync(python, ['-c', makeRings, folder, host, JSON.stringify(swiftPorts)]);
    for (const server of servers) running.push(startServer(server, folder));
    await Promise.all(running.map((child, at) => untilListening(child, host, servers[at])));
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://${host}:${swiftPorts.proxy}`, ...credentials, close };
}

/** Rings say where things lie: everything on the one disk. */
const makeRings = `
import json, sys
from swift.common.ring import RingBuilder
folder, host, ports = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
for server in ('account', 'container', 'object'):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'device': 'one', 'ip': host,
        'port': ports[server], 'replication_ip': host, 'replication_port': ports[server]})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{server}.ring.gz')
`;

const runServer = `
import sys
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi
folder, server = sys.argv[1:]
set_swift_dir(folder)
sys.exit(run_wsgi(f'{folder}/{server}.conf', f'{server}-server'))
`;

function startServer(server: SwiftServer, folder: string): ChildProcess {
  const line = [python, '-c', runServer, folder, server];
  return spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...line], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function untilListening(
  child: ChildProcess,
  host: string,
  server: SwiftServer = 'proxy',
): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`));
  const until = Date.now() + startLimitMs;
  while (!(await isListening(host, swiftPorts[server]))) {
    if (hasEnded(child) || Date.now() > until) {
      throw new Error(`Swift's ${server} server did not start: ${said.slice(-4000)}`);
    }
    await sleep(50);
  }
}

async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const listens = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return listens;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
