import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAddressCheck } from './egress-addresses.ts';

test('public addresses pass, also those that NAT64 and IPv4-mapped forms wrap', () => {
  const isAllowed = openAddressCheck([]);
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '64:ff9b::8.8.8.8',
    '::ffff:8.8.8.8',
  ]) {
    assert.equal(isAllowed(address), true, address);
  }
});

test('a range that is allowed opens itself and nothing beside it', () => {
  const isAllowed = openAddressCheck(['10.1.0.0/16', 'fd00:1::/32', '192.168.7.9']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd00:1::5']) {
    assert.equal(isAllowed(address), true, address);
  }
  assert.equal(isAllowed('192.168.7.9'), true);
  for (const address of ['10.2.0.1', 'fd00:2::1', '192.168.7.8', '::ffff:10.2.0.1', '::1']) {
    assert.equal(isAllowed(address), false, address);
  }
});

test('text that is no address, and a zone of this machine, do not pass', () => {
  const isAllowed = openAddressCheck(['fe80::/10']);
  for (const text of ['', 'localhost', '127.1', '0x7f000001', 'fe80::1%eth0', '1.2.3.4 ']) {
    assert.equal(isAllowed(text), false, text);
  }
});
