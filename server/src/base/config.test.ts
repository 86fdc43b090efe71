import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { ConfigError, readConfig } from './config.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-config-'));
after(() => rm(folder, { recursive: true }));

const key = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
const base = { DATA_DIR: folder, SECRET_KEY: key };

test('an empty environment gives the pinned defaults', () => {
  const config = readConfig({ DATA_DIR: folder });
  assert.deepEqual(config.roles, ['api', 'worker', 'edge']);
  assert.deepEqual([config.host, config.port, config.edgePort], ['127.0.0.1', 8080, 8081]);
  assert.equal(config.publicUrl, 'http://localhost:8080');
  assert.equal(config.edgeUrl, 'http://localhost:8081');
  assert.equal(config.apiUrl, 'http://127.0.0.1:8080');
  assert.equal(config.storageUrl, `file://${folder}/objects`);
  assert.equal(config.secrets.databaseUrl, null);
  assert.equal(config.isSampleWanted, true);
  assert.equal(config.supportEmail, null);
  assert.deepEqual(config.trustedProxies, []);
  assert.equal(config.databasePooling, 'session');
});

test('the addresses follow the ports, and given ones lose their slash', () => {
  assert.equal(readConfig({ ...base, PORT: '9000' }).publicUrl, 'http://localhost:9000');
  const config = readConfig({ ...base, EDGE_URL: 'https://Play.Example.com/' });
  assert.equal(config.edgeUrl, 'https://play.example.com');
});

test('edges reach the API where it listens, or at API_URL', () => {
  const at = (HOST: string) => readConfig({ ...base, HOST, PORT: '9000' }).apiUrl;
  assert.equal(at('0.0.0.0'), 'http://127.0.0.1:9000');
  assert.equal(at('::'), 'http://[::1]:9000');
  assert.equal(at('2001:db8::1'), 'http://[2001:db8::1]:9000');
  assert.equal(at('10.0.0.5'), 'http://10.0.0.5:9000');
  const { apiUrl } = readConfig({ ...base, API_URL: 'http://10.0.0.5:8080/' });
  assert.equal(apiUrl, 'http://10.0.0.5:8080');
});

test('lists, roles and flags are read as written, and empty variables count as unset', () => {
  const config = readConfig({
    ...base,
    ROLES: 'edge, api',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    DNS_SERVERS: '192.0.2.53, 192.0.2.54:5353, ::1, [::1]:5353',
    SAMPLE: '0',
    SMTP_URL: '',
    ADMIN_EMAIL: 'Admin@Localhost',
    SUPPORT_EMAIL: 'help@example.com',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  assert.deepEqual(config.roles, ['api', 'edge']);
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  assert.deepEqual(config.dnsServers, ['192.0.2.53', '192.0.2.54:5353', '::1', '[::1]:5353']);
  assert.equal(config.isSampleWanted, false);
  assert.equal(config.supportEmail, 'help@example.com');
  assert.equal(config.secrets.smtpUrl, null);
  assert.equal(config.adminEmail, 'admin@localhost');
  assert.deepEqual(config.secrets.storageEnv, { AWS_SECRET_ACCESS_KEY: 'x' });
});

const wrong: Record<string, string[]> = {
  PORT: ['http', '-1', '65536', '80.5'],
  EDGE_PORT: ['x'],
  PUBLIC_URL: [
    'kinora.test',
    'ftp://kinora.test',
    'https://kinora.test/console',
    'https://u:p@k.test',
  ],
  EDGE_URL: ['//k.test', 'https://k.test/?a=1'],
  API_URL: ['10.0.0.5:8080', 'http://k.test/api'],
  DATABASE_URL: ['mysql://host/db', 'host'],
  DATABASE_POOLING: ['statement', '1'],
  STORAGE_URL: ['/srv/kinora', 'https://bucket'],
  SMTP_URL: ['mail.test:25'],
  SECRET_KEY: [
    'short',
    'a'.repeat(64),
    'changeme-changeme-changeme-changeme',
    'secret_key'.repeat(4),
    '0123456789abcdef'.repeat(2),
  ],
  ADMIN_EMAIL: ['admin', 'a b@c'],
  SUPPORT_EMAIL: ['help', 'help us@c'],
  ADMIN_PASSWORD: ['short', 'password', 'Password123', 'changeme', '12345678', 'admin@localhost'],
  TEAM: ['Demo', 'a', 'a/b', '-a'],
  SAMPLE: ['yes'],
  TRUSTED_PROXIES: ['10.0.0.0/33', 'proxy.test', '::/129', '10.0.0.0/8/8'],
  ROLES: ['all', 'api,', ','],
  ALLOW_PRIVATE_NETWORKS: ['127.0.0.0/x'],
  DNS_SERVERS: ['dns.test', '192.0.2.53:', '192.0.2.53:99999', '192.0.2.300', '[::1]:x'],
};

for (const [name, values] of Object.entries(wrong)) {
  test(`a wrong ${name} stops the start with a message that names it`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ ...base, [name]: value }),
        (error) => {
          assert.ok(error instanceof ConfigError, value);
          assert.ok(error.message.startsWith(name), error.message);
          const isSecret = name.startsWith('SECRET') || name.startsWith('ADMIN_PASS');
          if (isSecret) assert.ok(!error.message.includes(value), error.message);
          return true;
        },
      );
    }
  });
}

test('every wrong setting is named at once', () => {
  const message = /^PORT .*\nTEAM /;
  assert.throws(() => readConfig({ ...base, PORT: 'x', TEAM: 'X' }), { message });
});

test('the master key is made once for all processes, readable by its owner alone', async () => {
  const fresh = join(folder, 'fresh');
  const script = `import { readConfig } from '${import.meta.dirname}/config.ts';
    process.stdout.write(readConfig().secrets.secretKey);`;
  const env = { PATH: process.env['PATH'], DATA_DIR: fresh };
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  const keys = (await Promise.all([run(), run(), run()])).map(({ stdout }) => stdout);
  assert.equal(new Set(keys).size, 1);
  assert.match(keys[0] ?? '', /^[0-9a-f]{64}$/);
  const path = join(fresh, 'secret-key');
  assert.equal((await readFile(path, 'utf8')).trim(), keys[0]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('a damaged master key stops the start and is never replaced', async () => {
  await writeFile(join(folder, 'secret-key'), 'cut');
  assert.throws(() => readConfig({ DATA_DIR: folder }), /secret-key is damaged/);
  assert.equal(await readFile(join(folder, 'secret-key'), 'utf8'), 'cut');
});
