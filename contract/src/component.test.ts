import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { component, components } from './component.ts';

test('components come by name, and a name stands for one schema', () => {
  const video = component('Video', z.object({ key: z.string() }));
  const tag = component('Tag', z.object({ name: z.string() }));
  assert.deepEqual(components(), [
    ['Tag', tag],
    ['Video', video],
  ]);
  assert.throws(() => component('Tag', z.string()), /Tag/);
});
