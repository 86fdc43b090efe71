import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../base/api-error.ts';
import { inviteAll } from './rules.ts';

const refuse = (status: number, code: string) => {
  throw new ApiError({ status, code });
};

test('each person has an outcome, and one who is in the team keeps nobody else out', async () => {
  const outcomes = await inviteAll(
    ['in@x.co', 'out@x.co', 'bad@x.co', 'new@x.co'],
    async (email) => {
      if (email === 'in@x.co') refuse(409, 'already_member');
      if (email === 'out@x.co') refuse(409, 'member_suspended');
      if (email === 'bad@x.co') refuse(500, 'internal_error');
      return { link: `https://k.example/${email}` };
    },
  );
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['member', 'suspended', 'failed', 'invited'],
  );
});

test('nobody else is tried once the caller is refused', async () => {
  const tried: string[] = [];
  const outcomes = await inviteAll(['a@x.co', 'b@x.co', 'c@x.co'], async (email) => {
    tried.push(email);
    if (email === 'b@x.co') refuse(429, 'quota_reached');
    return { link: null };
  });
  assert.deepEqual(tried, ['a@x.co', 'b@x.co']);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['invited', 'failed', 'failed'],
  );
});
