import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createConnectionServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { EgressError, type EgressReason, openEgress, type EgressRequest } from './egress.ts';
import { startNameServer } from './test-name-server.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: RequestListener, host = '127.0.0.1', port = 0): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const loopback = openEgress({ allowPrivateNetworks: ['127.0.0.1/32'] });
const plain = { maxBytes: 1000, timeoutMs: 20_000 };

const get = (url: string, rest: Partial<EgressRequest> = {}) =>
  loopback({ ...plain, ...rest, url });

async function textOf(url: string, rest: Partial<EgressRequest> = {}): Promise<string> {
  const { body } = await get(url, rest);
  return String(Buffer.concat((await body.toArray()) as Buffer[]));
}

function failsWith(reason: EgressReason) {
  return (error: unknown) => {
    assert.ok(error instanceof EgressError, String(error));
    assert.equal(error.reason, reason, error.message);
    return true;
  };
}

// A first, a middle and a last address of each range that is not the internet.
const inside = [
  '0.0.0.0',
  '0.0.0.1',
  '0.255.255.255',
  '10.0.0.1',
  '10.20.30.40',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.20.10.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.1.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

const insideIpv6 = [
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fdff::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2001:10::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  '64:ff9b:1::7f00:1',
  '::ffff:0:127.0.0.1',
];

/** All spellings of an IPv4 address that some parser takes. */
function spellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const hex = number.toString(16).padStart(8, '0');
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${groups}]`,
    `[2002:${groups}::]`,
    `[::${address}]`,
  ];
}

test('no spelling of an inside address is called', async () => {
  let reached = 0;
  const canary = new URL(await listen((_request, response) => response.end(`${(reached += 1)}`)));
  const resolved: string[] = [];
  const egress = openEgress({
    allowPrivateNetworks: [],
    resolveName: async (name) => {
      resolved.push(name);
      throw new Error('nobody asks for a name here');
    },
  });
  const hosts = [...inside.flatMap(spellings), ...insideIpv6.map((address) => `[${address}]`)];
  assert.ok(hosts.length >= 300, `${hosts.length} spellings`);
  for (const host of hosts) {
    for (const url of [`https://${host}/`, `https://${host}:${canary.port}/`]) {
      await assert.rejects(egress({ ...plain, url }), failsWith('refused'), url);
    }
  }
  assert.deepEqual(resolved, []);
  assert.equal(reached, 0);
});

test('an address that is no plain web address is not called', async () => {
  const egress = openEgress({ allowPrivateNetworks: ['127.0.0.1/32'] });
  for (const url of [
    '',
    'x',
    '//127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://127.0.0.1/',
    'data:,x',
    'javascript:1',
    'unix:/run/x',
    'http://user@127.0.0.1/',
    'http://:p@127.0.0.1/',
    'https://[fe80::1%25eth0]/',
    'https://127.0.0.1:99999/',
    'https://1.1.1.1:22/',
    'http://1.1.1.1/',
    'https://1.1.1.1:5432/',
  ]) {
    await assert.rejects(egress({ ...plain, url }), failsWith('refused'), url);
  }
});

test('a name is resolved once, and the connection goes to the checked address', async () => {
  let reached = 0;
  const good = new URL(await listen((_request, response) => response.end('good')));
  const port = Number(good.port);
  await listen((_request, response) => response.end(`${(reached += 1)}`), '127.0.0.2', port);
  const names = await startNameServer({
    'turns.test': ['127.0.0.1', '127.0.0.2'],
    'inside.test': ['127.0.0.2'],
  });
  after(() => names.close());
  const egress = openEgress({
    allowPrivateNetworks: ['127.0.0.1/32'],
    resolveName: names.resolveName,
  });
  const ask = (name: string) => egress({ ...plain, url: `http://${name}:${port}/` });
  const { body } = await ask('turns.test');
  assert.equal(String(Buffer.concat((await body.toArray()) as Buffer[])), 'good');
  assert.deepEqual(names.asked, ['turns.test']);
  // The server's answer has changed, so the new address is checked.
  await assert.rejects(ask('turns.test'), failsWith('refused'));
  await assert.rejects(ask('inside.test'), failsWith('refused'));
  await assert.rejects(ask('absent.test'), failsWith('dns'));
  assert.equal(reached, 0);
});

test('one inside address among several refuses the name', async () => {
  const egress = openEgress({
    allowPrivateNetworks: [],
    resolveName: async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  });
  await assert.rejects(egress({ ...plain, url: 'https://mixed.test/' }), failsWith('refused'));
});

test('each redirect is checked, and there are three at most', async () => {
  let reached = 0;
  const inner = await listen(
    (_request, response) => response.end(`${(reached += 1)}`),
    '127.0.0.2',
  );
  const origin = await listen((request, response) => {
    const left = Number(request.url?.slice(1));
    if (request.url === '/inside') response.writeHead(302, { location: inner });
    else if (left > 0) response.writeHead(307, { location: `/${left - 1}` });
    response.end('end');
  });
  await assert.rejects(get(`${origin}/inside`), failsWith('refused'));
  assert.equal(await textOf(`${origin}/3`), 'end');
  await assert.rejects(get(`${origin}/4`), failsWith('redirects'));
  const posted = await get(`${origin}/1`, { method: 'POST', body: 'x' });
  assert.equal(posted.status, 307);
  posted.body.destroy();
  assert.equal(reached, 0);
});

test('a redirect never leaves https', async () => {
  const plainOrigin = await listen((_request, response) => response.end('plain'));
  const folder = mkdtempSync(join(tmpdir(), 'kinora-egress-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const certificate = readFileSync(cert, 'utf8');
  const server = createTlsServer({ key: readFileSync(key), cert: certificate });
  servers.push(server);
  rmSync(folder, { recursive: true });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/down') response.writeHead(302, { location: plainOrigin });
    response.end('encrypted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The certificate is self-signed.
  await assert.rejects(get(url), failsWith('tls'));
  setDefaultCACertificates([certificate]);
  assert.equal(await textOf(url), 'encrypted');
  await assert.rejects(get(`${url}/down`), failsWith('refused'));
});

test('credentials stay at the origin that they were meant for', async () => {
  const seen: Record<string, unknown>[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const origin = await listen((request, response) => {
    seen.push(request.headers);
    response.writeHead(302, { location: request.url === '/' ? '/again' : other }).end();
  });
  const headers = { Authorization: 'Bearer secret', 'X-Key-Server-Secret': 's', Accept: '*/*' };
  await textOf(`${origin}/`, { headers });
  const secrets = seen.map(({ authorization, accept, 'x-key-server-secret': secret }) => [
    authorization,
    secret,
    accept,
  ]);
  const whole = ['Bearer secret', 's', '*/*'];
  assert.deepEqual(secrets, [whole, whole, [undefined, undefined, '*/*']]);
});

test('an answer is broken off at its limit, whether it says its length or not', async () => {
  const origin = await listen((request, response) => {
    if (request.url === '/told') response.setHeader('content-length', 5000);
    response.write(Buffer.alloc(3000));
    response.end(Buffer.alloc(2000));
  });
  await assert.rejects(get(`${origin}/told`), failsWith('too_large'));
  await assert.rejects(textOf(`${origin}/untold`), failsWith('too_large'));
  assert.equal((await textOf(`${origin}/told`, { maxBytes: 5000 })).length, 5000);
});

test('silence, dripping and a caller who gives up end a request', async () => {
  const origin = await listen((request, response) => {
    if (request.url === '/silent') return;
    response.write('x');
    if (request.url !== '/drips') return;
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  await assert.rejects(get(`${origin}/silent`, { silenceMs: 50 }), failsWith('timeout'));
  await assert.rejects(textOf(`${origin}/stalls`, { silenceMs: 50 }), failsWith('timeout'));
  await assert.rejects(
    textOf(`${origin}/drips`, { timeoutMs: 300, maxBytes: 2 ** 30 }),
    failsWith('timeout'),
  );
  const caller = new AbortController();
  const given = textOf(`${origin}/stalls`, { signal: caller.signal });
  caller.abort();
  await assert.rejects(given, failsWith('aborted'));
});

test('an unread body frees its connection when it is dropped', async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await listen((_request, response) => {
    response.on('close', () => closed.resolve());
    response.write('x');
  });
  const { body } = await get(origin);
  body.destroy();
  await closed.promise;
});

test('a server that hangs up instead of a secure connection fails by TLS, and after it as unreachable', async () => {
  const server = createConnectionServer((socket) => socket.once('data', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(get(`https://127.0.0.1:${port}/`), failsWith('tls'));
  await assert.rejects(get(`http://127.0.0.1:${port}/`), failsWith('unreachable'));
});

test('a closed port is reported as such, also for a secure connection', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  for (const scheme of ['http', 'https']) {
    await assert.rejects(get(`${scheme}://127.0.0.1:${port}/`), failsWith('connection_refused'));
  }
});
