import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNamespace, proposeNamespace } from './rules.ts';

test('a namespace is proposed from a name in either language', () => {
  assert.equal(proposeNamespace('Siam TV — News'), 'siam-tv-news');
  assert.equal(proposeNamespace('ข่าวเช้า'), 'khaochao');
  assert.equal(proposeNamespace('—'), '');
});

test('a proposal can be used, however long the name is', () => {
  for (const name of ['a b '.repeat(60), `${'a'.repeat(62)} b`, 'ข่าว '.repeat(60)]) {
    assert.ok(isNamespace(proposeNamespace(name)), name);
  }
  assert.equal(isNamespace('a'), false);
  assert.equal(isNamespace('-ab'), false);
  assert.equal(isNamespace('Ab'), false);
});
