import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFixedReason, readCreateSearch, searchPresets } from './access.ts';

test('a system preset can’t be changed, nor one that videos use', () => {
  const own = { isSystem: false, isInUse: false };
  assert.equal(findFixedReason(own), undefined);
  assert.equal(findFixedReason({ ...own, isInUse: true }), 'inUse');
  assert.equal(findFixedReason({ isSystem: true, isInUse: true }), 'system');
});

test('a preset is found by any part of its name, whatever its case', () => {
  const presets = [{ name: 'ข่าว HD' }, { name: 'Sport' }];
  assert.deepEqual(searchPresets(presets, 'hd'), [{ name: 'ข่าว HD' }]);
  assert.deepEqual(searchPresets(presets, 'ข่าว'), [{ name: 'ข่าว HD' }]);
  assert.equal(searchPresets(presets, '').length, 2);
});

test('an address with an unknown model asks for one', () => {
  assert.deepEqual(readCreateSearch({ model: 'model-k' }), { model: 'model-k', from: undefined });
  assert.deepEqual(readCreateSearch({ model: 'x', from: '' }), {
    model: undefined,
    from: undefined,
  });
});
