// alone: it measures the memory of its process
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createReadClient, getClientNetwork } from './client-address.ts';
import { measureHeldBytes } from './test-held-bytes.ts';

function read(trusted: string[], remoteAddress: string, forwarded?: string | string[]) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createReadClient(trusted)({ socket: { remoteAddress }, headers });
}

function clientOf(trusted: string[], remoteAddress: string, forwarded?: string | string[]) {
  return read(trusted, remoteAddress, forwarded).address;
}

function networkOf(remoteAddress: string): string {
  return getClientNetwork(read([], remoteAddress));
}

test('without a trusted proxy the header says nothing', () => {
  assert.equal(clientOf([], '192.0.2.1', '198.51.100.7'), '192.0.2.1');
  assert.equal(clientOf(['10.0.0.0/8'], '192.0.2.1', '198.51.100.7'), '192.0.2.1');
});

test('behind trusted proxies the client is the last hop that is none of them', () => {
  const trusted = ['10.0.0.0/8', '::1'];
  assert.equal(clientOf(trusted, '10.0.0.1', '198.51.100.7'), '198.51.100.7');
  assert.equal(clientOf(trusted, '::1', '198.51.100.7, 10.2.3.4'), '198.51.100.7');
  assert.equal(clientOf(trusted, '10.0.0.1', '203.0.113.9, 198.51.100.7'), '198.51.100.7');
});

test('what is all trusted ends where it was last known', () => {
  const trusted = ['10.0.0.0/8'];
  for (const nothing of ['', ' ', ',', undefined])
    assert.equal(clientOf(trusted, '10.0.0.1', nothing), '10.0.0.1');
  assert.equal(clientOf(trusted, '10.0.0.1', '10.0.0.2'), '10.0.0.2');
});

test('ports, brackets and empty entries say nothing of the client', () => {
  const trusted = ['127.0.0.0/8', '10.0.0.0/8', '::1'];
  for (const written of [
    '203.0.113.7:51234',
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '[::ffff:203.0.113.7]:443',
    '203.0.113.7 ,',
    '203.0.113.7,,10.0.0.2',
    '203.0.113.7:1, 10.0.0.2:65535',
    ', 203.0.113.7,',
    'unknown, 203.0.113.7:443',
    ['203.0.113.7', '10.0.0.2'],
    ['203.0.113.7', ''],
  ])
    assert.equal(clientOf(trusted, '10.0.0.1', written), '203.0.113.7', String(written));
  for (const written of [
    '[2001:db8::1]:443',
    '[2001:DB8::1]',
    '2001:db8::1',
    '[2001:db8::1]:1, [::1]',
  ])
    assert.equal(clientOf(trusted, '::1', written), '2001:db8::1', written);
});

test('what a trusted proxy states and is no address is unknown, and said once', () => {
  const trusted = ['10.0.0.0/8'];
  for (const written of [
    'unknown',
    '_hidden',
    '203.0.113.7;',
    '203.0.113.7:',
    '203.0.113.7:x',
    '203.0.113.7:443:1',
    '[2001:db8::1',
    '2001:db8::1]:443',
    '203.0.113',
    '203.0.113.07',
    '0x7f.1',
    '::ffff:010.0.0.1',
    '[::ffff:10.0.0.01]:443',
    '2001:db8::1.2.3.04',
    '::0x7f.0.0.1',
    '1',
    '256.0.0.1',
    '203.0.113.7/32',
    '"203.0.113.7"',
    'for=203.0.113.7',
    '203.0.113.9, x',
  ]) {
    const expected = { address: null, lastHop: '10.0.0.1' };
    assert.deepEqual(read(trusted, '10.0.0.1', written), expected, written);
    assert.equal(clientOf(trusted, '10.0.0.1', `${written}, 203.0.113.7`), '203.0.113.7', written);
  }
  const told: string[] = [];
  const readClient = createReadClient(trusted, (entry) => told.push(entry));
  for (const forwarded of ['203.0.113.7', 'unknown', 'hidden'])
    readClient({
      socket: { remoteAddress: '10.0.0.1' },
      headers: { 'x-forwarded-for': forwarded },
    });
  assert.deepEqual(told, ['unknown']);
});

test('an IPv4 client has one name, on whatever socket it comes', () => {
  assert.equal(clientOf([], '::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(clientOf(['127.0.0.1'], '::ffff:127.0.0.1', '192.0.2.1'), '192.0.2.1');
  // An ambiguous spelling never makes an address a trusted proxy.
  const seen = read(['10.0.0.0/8'], '10.0.0.1', '192.0.2.1, ::ffff:010.0.0.1');
  assert.deepEqual(seen, { address: null, lastHop: '10.0.0.1' });
});

test('an IPv6 client has one spelling, however a proxy writes it', () => {
  const trusted = ['10.0.0.0/8'];
  for (const written of ['2001:DB8::7', '2001:0db8:0:0:0:0:0:0007', '2001:db8::0.0.0.7'])
    assert.equal(clientOf(trusted, '10.0.0.1', written), '2001:db8::7', written);
  assert.equal(clientOf(trusted, '10.0.0.1', '::FFFF:C000:201'), '192.0.2.1');
});

test('an IPv6 customer has one name for the whole network that was given to it', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0db8:0001:0002::9'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
});

test('an address that is kept keeps nothing of what its sender wrote before it', async () => {
  const kept: (string | null)[] = [];
  const held = await measureHeldBytes(() => {
    for (let n = 100; n < 2100; n += 1) {
      const own = Buffer.alloc(10_000, `${n}, `).toString('latin1');
      const address = `203.113.${100 + Math.floor(n / 100)}.${100 + (n % 100)}`;
      kept.push(clientOf(['10.0.0.0/8'], '10.0.0.1', `${own}, ${address}`) ?? null);
    }
  });
  assert.equal(new Set(kept).size, 2000);
  assert.ok(held < 1_000_000, `${held} bytes`);
});
