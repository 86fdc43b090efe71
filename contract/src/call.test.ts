import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oc } from '@orpc/contract';
import { createCalls, isOfTeam, type ContractCall } from './call.ts';
import { contract } from './router.ts';

test('no call leaves out who may make it', () => {
  // @ts-expect-error -- a call must say who may make it
  createCalls('videos')({});
  // @ts-expect-error -- the contract takes none that `oc` alone began
  const begun: ContractCall = oc.route({ method: 'GET', path: '/api/v1/nothing' });
  assert.equal(begun['~orpc'].meta['who'], undefined);
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries<ContractCall>(calls)) {
      assert.ok(call['~orpc'].meta.who, `${feature}.${name}`);
    }
  }
});

test('an upload form may make no call but the one that creates videos', () => {
  const taken = Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries<ContractCall>(calls).flatMap(([name, call]) =>
      call['~orpc'].meta.takesForms ? `${feature}.${name}` : [],
    ),
  );
  assert.deepEqual(taken, ['videos.create']);
});

test('what belongs to an account is of no team', () => {
  assert.deepEqual((['anyone', 'account', 'session', 'member', 'viewer'] as const).map(isOfTeam), [
    false,
    false,
    false,
    true,
    true,
  ]);
});
