import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWrongWebsite, isChannelName, splitDomains } from './rules.ts';

test('domains are typed in lines or between commas, each once', () => {
  assert.deepEqual(splitDomains(' a.example.com, b.example.com\n\na.example.com '), [
    ...['a.example.com', 'b.example.com'],
  ]);
  assert.deepEqual(splitDomains('  '), []);
});

test('a website is named that is none', () => {
  assert.equal(findWrongWebsite(['example.com', '*.school.th', 'localhost']), undefined);
  assert.equal(findWrongWebsite(['example.com', 'https://x.com']), 'https://x.com');
});

test('a channel’s name has English letters, digits and underscores', () => {
  assert.ok(isChannelName('News_2'));
  for (const name of ['', 'a-b', 'ข่าว', 'a b']) assert.ok(!isChannelName(name), name);
});
