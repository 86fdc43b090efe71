import { strict as assert } from 'node:assert';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createClientAddress, createClientNetwork } from './client-address.ts';

function clientOf(trusted: string[], remoteAddress: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createClientAddress(trusted)({ socket: { remoteAddress }, headers } as IncomingMessage);
}

function networkOf(remoteAddress: string): string {
  const network = createClientNetwork(createClientAddress([]));
  return network({ socket: { remoteAddress }, headers: {} } as IncomingMessage);
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

test('what is no address, or all trusted, ends where it was last known', () => {
  const trusted = ['10.0.0.0/8'];
  assert.equal(clientOf(trusted, '10.0.0.1', 'unknown'), '10.0.0.1');
  assert.equal(clientOf(trusted, '10.0.0.1', ''), '10.0.0.1');
  assert.equal(clientOf(trusted, '10.0.0.1'), '10.0.0.1');
  assert.equal(clientOf(trusted, '10.0.0.1', '10.0.0.2'), '10.0.0.2');
  assert.equal(clientOf(trusted, '10.0.0.1', '198.51.100.7, x'), '10.0.0.1');
});

test('an IPv4 client has one name, on whatever socket it comes', () => {
  assert.equal(clientOf([], '::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(clientOf(['127.0.0.1'], '::ffff:127.0.0.1', '192.0.2.1'), '192.0.2.1');
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
