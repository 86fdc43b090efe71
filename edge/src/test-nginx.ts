import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@kinora/contract/test-port';

export type CachingNginx = {
  url: string;
  /** Makes all that it keeps older: each file states when nginx got it, and until when it may give it. */
  age(seconds: number): Promise<void>;
};

/**
 * Starts an nginx in front of an edge, as operators do, that caches everything it may. `X-Cache` says whether
 * an answer came from its cache.
 */
export async function startCachingNginx(
  context: TestContext,
  edgeUrl: string,
): Promise<CachingNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-nginx-'));
  const port = await findFreePort();
  await writeFile(join(folder, 'nginx.conf'), createConfiguration(folder, port, edgeUrl));
  const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const nginx = spawn('nginx', options, {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  nginx.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(nginx, 'exit');
  context.after(async () => {
    nginx.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isAnswering(url)); tries += 1) {
    if (nginx.exitCode !== null || tries > 200) throw new Error(`nginx does not answer: ${output}`);
    await sleep(25);
  }
  return { url, age: (seconds) => ageFiles(join(folder, 'cache'), seconds) };
}

/** `ngx_http_file_cache_header_t` of nginx: its version, then times of 8 bytes each. */
const [VALID_UNTIL, GOT_AT] = [8, 40];

async function ageFiles(folder: string, seconds: number): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of names.filter((found) => found.isFile())) {
    const file = await open(join(parentPath, name), 'r+');
    for (const place of [VALID_UNTIL, GOT_AT]) {
      const time = Buffer.alloc(8);
      await file.read(time, 0, 8, place);
      time.writeBigInt64LE(time.readBigInt64LE() - BigInt(seconds));
      await file.write(time, 0, 8, place);
    }
    await file.close();
  }
}

/** As root, nginx would run as `nobody`, which can't enter root's temporary folders. */
function createConfiguration(folder: string, port: number, edgeUrl: string): string {
  const temporary = ['client_body', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n    ');
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    ${temporary}
    proxy_temp_path ${folder}/proxy;
    proxy_cache_path ${folder}/cache keys_zone=edge:1m;
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass ${edgeUrl};
            proxy_http_version 1.1;
            proxy_set_header Host ${new URL(edgeUrl).host};
            proxy_cache edge;
            add_header X-Cache $upstream_cache_status always;
        }
    }
}
`;
}

async function isAnswering(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => null);
  return answer?.status === 200;
}
