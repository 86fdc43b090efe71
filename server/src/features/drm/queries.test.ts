import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDrm } from './queries.ts';

test('a change of the protection runs until it failed', () => {
  const model = { drmModel: 'none', target: null, hasFailed: false } as const;
  assert.deepEqual(toDrm(model), { drmModel: 'none', drmModelChange: null });
  const changing = { ...model, target: 'clearKey' } as const;
  const change = (hasFailed: boolean) => toDrm({ ...changing, hasFailed }).drmModelChange;
  assert.deepEqual(change(false), { drmModel: 'clearKey', state: 'running' });
  assert.deepEqual(change(true), { drmModel: 'clearKey', state: 'failed' });
});
