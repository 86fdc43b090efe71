import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@kinora/contract/test-port';

/** Starts PgBouncer in transaction mode with one connection to the database of `url`, shared by all clients. */
export async function startPgbouncer(
  url: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-pgbouncer-'));
  const ownPort = await findFreePort();
  const database = pathname.slice(1);
  const server = `host=${hostname} port=${port} dbname=${database} user=${username} password=${password}`;
  const settings = [
    '[databases]',
    `${database} = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 1',
    'max_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...account, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  };
  for (let tries = 0; !(await answers(ownPort)); tries += 1) {
    if (child.exitCode !== null || tries > 500) {
      await stop();
      throw new Error(`PgBouncer did not start: ${said}`);
    }
    await sleep(20);
  }
  return { url: `postgres://${username}@127.0.0.1:${ownPort}/${database}`, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
