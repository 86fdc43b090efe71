// alone: it names schemas as the contract does
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { nameSchema, listNamedSchemas } from './name-schema.ts';

test('named schemas are listed by name, and a name stands for one schema', () => {
  const video = nameSchema('Video', z.object({ key: z.string() }));
  const tag = nameSchema('Tag', z.object({ name: z.string() }));
  assert.deepEqual(listNamedSchemas(), [
    ['Tag', tag],
    ['Video', video],
  ]);
  assert.throws(() => nameSchema('Tag', z.string()), /Tag/);
});
