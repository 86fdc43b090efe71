import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';
import { createCountriesFile } from '@kinora/edge/test-countries';
import { deploy } from './test-render.ts';

const root = join(deploy, '..');
const program = join(root, 'server/src/start/all.ts');

const CAGE = 'bwrap';

/** As a container runs it: the image's user, no capability, and nothing to write to but what is mounted. */
function startContained(writable: readonly string[], command: readonly string[]): ChildProcess {
  const mounts = writable.flatMap((path) => ['--bind', path, path]);
  const user = ['--unshare-user', '--uid', '10001', '--gid', '10001', '--cap-drop', 'ALL'];
  const tree = [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--die-with-parent',
    '--unshare-pid',
  ];
  const options = {
    cwd: root,
    // Debian's nginx is where ordinary users' paths don't look.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  return spawn(CAGE, [...user, ...tree, ...mounts, '--', ...command], options);
}

test('nginx begins beside an edge with the folder that they share, and writes nowhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-contained-'));
  const [data, shared] = [join(folder, 'data'), join(folder, 'nginx')];
  await mkdir(data);
  await mkdir(shared);
  const [edgePort, port] = [String(await findFreePort()), String(await findFreePort())];
  const countries = join(folder, 'countries.mmdb');
  await writeFile(countries, createCountriesFile('TH', 1_790_000_000));
  const storage = `STORAGE_URL=file://${data}/objects`;
  const toEnv = (...variables: string[]) => ['env', storage, ...variables];
  const nginx = startContained(
    [shared],
    [...toEnv(`NGINX_LISTEN=127.0.0.1:${port}`), 'deploy/nginx/run.sh', shared],
  );
  const settings = toEnv(
    `DATA_DIR=${data}`,
    'ROLES=edge',
    `EDGE_PORT=${edgePort}`,
    'HOST=127.0.0.1',
    `GEO_DATABASE=${countries}`,
    `NGINX_SOCKET=${shared}/edge.sock`,
  );
  const edge = startContained([data, shared], [...settings, process.execPath, program]);
  try {
    const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    await until('nginx to answer', async () => (await get('/readyz'))?.status === 200);
    const unknown = await get('/streams/AAAAAAAAAAA/playlist.m3u8');
    assert.equal(unknown?.status, 404);
    assert.equal(unknown.headers.get('x-reason'), 'video_not_found');
    const figures = await (await fetch(`http://127.0.0.1:${edgePort}/metrics`)).text();
    assert.match(figures, /^kinora_geo_database_built_seconds 1790000000$/m);
  } finally {
    const running = [nginx, edge].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    const ends = running.map((each) => once(each, 'exit'));
    for (const each of running) each.kill('SIGKILL');
    await Promise.all(ends);
    await rm(folder, { recursive: true });
  }
});
