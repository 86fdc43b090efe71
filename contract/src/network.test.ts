import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNetwork, getSite } from './network.ts';

test('an IPv6 network of one subscriber is one address, and an IPv4 address is one spelling', () => {
  const same = ['2001:db8:1:2::1', '2001:DB8:0001:2:ffff::9', '2001:db8:1:2:3:4:5:6%eth0'];
  assert.deepEqual([...new Set(same.map(getNetwork))], ['2001:db8:1:2::/64']);
  assert.equal(getNetwork('::1'), '0:0:0:0::/64');
  assert.equal(getNetwork('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(getNetwork('192.0.2.1'), '192.0.2.1');
});

test('all networks that one IPv6 subscriber may have are one site', () => {
  const sites = ['2001:db8:1:2::1', '2001:db8:1:ffff::1'].map((ip) => getSite(getNetwork(ip)));
  assert.deepEqual(sites, ['2001:db8:1::/48', '2001:db8:1::/48']);
  assert.equal(getSite('192.0.2.1'), '192.0.2.1');
});

test('an address has one name however its zeros are written, and what is none keeps its own', () => {
  assert.equal(getNetwork('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(getNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(getNetwork('::ffff:c000:201'), '192.0.2.1');
  for (const text of ['', 'unknown', '1.2.3.4.5', '2001:db8::1::2']) {
    assert.equal(getNetwork(text), text);
  }
});
