import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAddresses } from './split-addresses.ts';

test('addresses are parted by commas, semicolons, spaces and lines', () => {
  const text = 'a@x.co, b@x.co;c@x.co d@x.co\te@x.co\r\n\nf@x.co\n';
  assert.deepEqual(
    splitAddresses(text),
    ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}@x.co`),
  );
});

test('an address with its name is that address alone, in lower case', () => {
  const text = '"Jaidee, Malee" <Malee@X.co>, สมชาย ใจดี <somchai@x.co>';
  assert.deepEqual(splitAddresses(text), ['malee@x.co', 'somchai@x.co']);
});

test('what is no address stays, so that one sees it', () => {
  assert.deepEqual(splitAddresses('malee@x.co, malee'), ['malee@x.co', 'malee']);
  assert.deepEqual(splitAddresses(' ,;\n '), []);
});
