import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '@kinora/server/base/config';
import { openStorage } from '@kinora/storage/storage';
import { startTestS3 } from '@kinora/storage/test-s3-server';
import {
  type Compose,
  findComposeFaults,
  findSchemaFaults,
  mergeCompose,
  readCompose,
} from './test-compose.ts';
import { deploy } from './test-render.ts';

describe('deploy/compose.yaml', () => {
  it('is what compose reads, and holds our rules', () => {
    assert.deepEqual(findSchemaFaults(readCompose()), []);
    assert.deepEqual(findComposeFaults(readCompose()), []);
  });

  it('has a second file with an nginx that shares a folder with the edge, and reads what it reads', () => {
    const compose = mergeCompose(readCompose(), readCompose('compose.nginx.yaml'));
    assert.deepEqual(findSchemaFaults(compose), []);
    assert.deepEqual(findComposeFaults(compose), []);
    const [edge, nginx] = [part(compose, 'edge'), part(compose, 'nginx')];
    const given = Object.entries(edge.environment ?? {});
    const env = Object.fromEntries(given.map(([name, value]) => [name, fill(String(value))]));
    const { nginxSocket, storageUrl } = readConfig(env);
    const folder = dirname(nginxSocket ?? '');
    assert.equal(nginxSocket, `${folder}/edge.sock`);
    assert.deepEqual(nginx.command, ['deploy/nginx/run.sh', folder]);
    assert.equal(nginx.environment?.['STORAGE_URL'], storageUrl);
    assert.ok(nginx.ports?.every((port) => port.endsWith(':8082')));
    for (const { volumes } of [edge, nginx]) assert.ok(volumes?.includes(`nginx:${folder}`));
  });

  it('gives each process settings with which it starts', () => {
    const { services } = readCompose();
    for (const role of ['api', 'worker', 'edge']) {
      const given = Object.entries(services[role]?.environment ?? {});
      const env = Object.fromEntries(given.map(([name, value]) => [name, fill(String(value))]));
      const config = readConfig(env);
      assert.deepEqual(config.roles, [role]);
      assert.equal(config.secrets.databaseUrl === null, role === 'edge');
      assert.equal(config.secrets.adminPassword !== null, role === 'api');
      assert.equal(config.secrets.smtpUrl !== null, role === 'api');
      // An edge reads the files of the store's bucket, and has no key of the store.
      const { storageUrl } = config;
      assert.deepEqual(Object.keys(config.secrets.storageEnv).length > 0, role !== 'edge');
      assert.equal(new URL(storageUrl).protocol, role === 'edge' ? 'file:' : 's3:');
    }
  });

  it('shows an edge the bucket of the store, read only, and nothing else of it', () => {
    for (const compose of [
      readCompose(),
      mergeCompose(readCompose(), readCompose('compose.nginx.yaml')),
    ]) {
      const [edge, api, store] = ['edge', 'api', 'store'].map((name) => part(compose, name));
      const bucket = new URL(String(api?.environment?.['STORAGE_URL'])).hostname;
      assert.ok(store?.volumes?.includes(`objects:${store.environment?.['VGW_BACKEND_ARGS']}`));
      assert.equal(edge?.environment?.['STORAGE_URL'], `file:///objects/${bucket}`);
      for (const name of ['edge', 'nginx'].filter((each) => each in compose.services)) {
        const mounted = part(compose, name).volumes?.filter((each) => each.startsWith('objects:'));
        assert.deepEqual(mounted, ['objects:/objects:ro'], name);
      }
      assert.ok(edge?.networks?.every((name) => api?.networks?.includes(name)));
      assert.ok(!edge?.networks?.some((name) => store?.networks?.includes(name)));
    }
  });

  it('trusts no proxy unless the operator says so', () => {
    for (const { environment = {} } of Object.values(readCompose().services)) {
      const said = String(environment['TRUSTED_PROXIES'] ?? '${TRUSTED_PROXIES?}');
      assert.match(said, /^\$\{TRUSTED_PROXIES\?/);
    }
  });

  it('sees each of these faults', () => {
    for (const [change, fault] of faults) {
      const compose = readCompose();
      change(compose);
      assert.match([...findSchemaFaults(compose), ...findComposeFaults(compose)].join('\n'), fault);
    }
  });
});

const values: Record<string, string> = {
  PUBLIC_URL: 'https://video.example.org',
  EDGE_URL: 'https://play.example.org',
  SECRET_KEY: '6f1e0b7d5c934a28b1f7e2d90c8a5b43',
  ADMIN_EMAIL: 'admin@kinora.test',
  ADMIN_PASSWORD: 'mango sticky rice 42',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  TRUSTED_PROXIES: '',
};

/** As compose puts in what the environment says, or the default. */
function fill(text: string): string {
  return text.replaceAll(
    /\$\{([A-Z_]+):?([-?])([^}]*)\}/g,
    (_all, name: string, kind: string, rest: string) =>
      values[name] ?? (kind === '-' ? rest : '0123456789abcdef'),
  );
}

function part(compose: Compose, name: string) {
  return compose.services[name] ?? assert.fail(`no ${name}`);
}

const faults: [change: (compose: Compose) => void, fault: RegExp][] = [
  [(compose) => void (part(compose, 'api').read_only = false), /api: writes to its own files/],
  [(compose) => void delete part(compose, 'store').user, /store: may run as root/],
  [(compose) => void (part(compose, 'api').security_opt = []), /api: may become more/],
  [
    (compose) => void part(compose, 'edge').security_opt?.push('seccomp=unconfined'),
    /edge: is less confined/,
  ],
  [(compose) => void (part(compose, 'api').ports = ['8080:8080']), /api: listens to everyone/],
  [
    (compose) => void (part(compose, 'postgres').environment = { POSTGRES_PASSWORD: 'postgres' }),
    /postgres: has POSTGRES_PASSWORD in the file/,
  ],
  [
    (compose) =>
      void Object.assign(part(compose, 'api').environment ?? {}, {
        SECRET_KEY: '${SECRET_KEY:-0123456789abcdef0123456789abcdef}',
      }),
    /api: has SECRET_KEY in the file, or a default/,
  ],
  [
    (compose) => void Object.assign(part(compose, 'api').environment ?? {}, { PORTS: '1' }),
    /api: sets PORTS, which nobody reads/,
  ],
  [
    (compose) => void (part(compose, 'store').image = 'versity/versitygw:latest'),
    /image that changes/,
  ],
  [(compose) => void Object.assign(part(compose, 'api'), { readonly: true }), /readonly/],
];

describe('deploy/create-bucket.mjs', () => {
  it('makes the bucket that is missing, and leaves one that is there', async () => {
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const server = await startTestS3({ ...credentials, buckets: [] });
    const env = {
      STORAGE_URL: `s3://films?endpoint=${server.url}&pathStyle=1`,
      SECRET_KEY: values['SECRET_KEY'],
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    const program = join(deploy, 'create-bucket.mjs');
    const create = () => promisify(execFile)(process.execPath, [program], { env });
    const storage = await openStorage(env.STORAGE_URL, env);
    try {
      await assert.rejects(storage.put('film', Buffer.from('film')));
      await create();
      await storage.put('film', Buffer.from('film'));
      await create();
      assert.equal((await storage.read('film'))?.toString(), 'film');
    } finally {
      await storage.close();
      await server.close();
    }
  });
});
