import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { requireDescribed } from './checked-answers.ts';

const Item = z.object({ id: z.string(), note: z.string().nullish() });
const Page = z.object({ data: z.array(z.object({ item: Item })) });

test('an answer with a member that the contract does not name fails, at any depth', async () => {
  const item = { id: 'a', note: undefined };
  await requireDescribed(Page, { data: [{ item }] });
  const cases: [object, RegExp][] = [
    [{ data: [], rows: [] }, /knows no answer\.rows$/],
    [{ data: [{ item }, { item: { ...item, secret: null } }] }, /answer\.data\.1\.item\.secret$/],
    [{ data: [{ item: { note: 'no id' } }] }, /knows no such answer.*"id"/],
    [{}, /knows no such answer/],
  ];
  for (const [answer, expected] of cases) {
    await assert.rejects(requireDescribed(Page, answer), expected);
  }
});

test('a value that is no plain object is left to its schema', async () => {
  await requireDescribed(z.void(), undefined);
  await requireDescribed(z.file(), new File(['x'], 'x.png'));
  await requireDescribed(z.record(z.string(), z.int()), { any: 1 });
});
