// alone: it measures the memory of its process
import assert from 'node:assert/strict';
import { generateKeyPairSync, pbkdf2 } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PublishedTeam } from '@kinora/contract/published';
import { measureHeldBytes } from '@kinora/contract/test-held-bytes';
import { judgeToken } from './licence-token.ts';
import { OURS, signToken, THEIRS, toPem } from './test-licences.ts';

const NOW = 1000;
const CLAIMS = { video: 'vid1', exp: NOW + 600 };

function createTeam(jwtKeys: PublishedTeam['jwtKeys'], teamId = 'team1'): PublishedTeam {
  return { version: 1, teamId, name: 'Siam', geoblockRules: {}, jwtKeys };
}
const ofOurs = (keyId: string) =>
  ({ keyId, algorithm: 'ES256', publicKey: toPem(OURS.ES256.publicKey) }) as const;
const judge = (token: string, team: PublishedTeam) =>
  judgeToken(`Bearer ${token}`, { videoKey: 'vid1', nowSec: NOW, team, teamKey: Buffer.alloc(32) });
const isGiven = (judged: object) => !('reason' in judged);

test('tokens are checked without the threads that files are read by', async () => {
  const team = createTeam([ofOurs('one')]);
  const token = await signToken({ ...CLAIMS, sub: 'threads' });
  const ended: string[] = [];
  // More than there are threads.
  const hashes = Array.from({ length: 8 }, async () => {
    await promisify(pbkdf2)('x', 'y', 200_000, 64, 'sha512');
    ended.push('hash');
  });
  const judged = judge(token, team).then((one) => ended.push(isGiven(one) ? 'given' : 'refused'));
  await Promise.all([judged, ...hashes]);
  assert.equal(ended[0], 'given');
});

test('a token has one spelling', async () => {
  const team = createTeam([ofOurs('one')]);
  const token = await signToken({ ...CLAIMS, sub: 'spelled' });
  const [head = '', payload = '', signature = ''] = token.split('.');
  const others = [
    `${token}=`,
    `${token}==`,
    `${token}.`,
    `.${token}`,
    `${head}.${payload}`,
    `${head}.${payload}.`,
    `${head}.${payload}.${signature}%`,
    `${head}.${payload}.${signature}A`,
    `${head}.${payload}=.${signature}`,
    // The last letter of 64 bytes holds two bits; the next one of the alphabet, the same two.
    `${head}.${payload}.${signature.slice(0, -1)}${String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1)}`,
  ];
  for (const other of others) assert.ok(!isGiven(await judge(other, team)), other);
  assert.ok(isGiven(await judge(token, team)));
});

test('a stored key whose checks take longer than usual is none', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
  for (const RS256 of [pair, short]) {
    const team = createTeam([
      { keyId: 'odd', algorithm: 'RS256', publicKey: toPem(RS256.publicKey) },
      ofOurs('one'),
    ]);
    // The library that signs here refuses the short one too.
    const pairs = { ...OURS, RS256 };
    const token = await signToken({ ...CLAIMS, sub: 'odd' }, { algorithm: 'RS256', pairs }).catch(
      () => 'x.y.z',
    );
    assert.ok(!isGiven(await judge(token, team)));
    assert.ok(isGiven(await judge(await signToken({ ...CLAIMS, sub: 'other' }), team)));
  }
});

test('a token without a key’s id is tried with one key a turn of the loop, and one token at a time', async () => {
  const KEYS = 20;
  const TOKENS = 3;
  const theirs = { algorithm: 'ES256', publicKey: toPem(THEIRS.ES256.publicKey) } as const;
  const others = Array.from({ length: KEYS - 1 }, (_, n) => ({ ...theirs, keyId: `other-${n}` }));
  const team = createTeam([...others, ofOurs('last')]);
  const tokens = await Promise.all(
    Array.from({ length: TOKENS }, (_, n) => signToken({ ...CLAIMS, sub: `turn ${n}` })),
  );
  let left = tokens.length;
  const judged = tokens.map(async (token) => {
    const one = await judge(token, team);
    left -= 1;
    return isGiven(one);
  });
  let turns = 0;
  while (left > 0) {
    await setImmediate();
    turns += 1;
  }
  assert.deepEqual(await Promise.all(judged), [true, true, true]);
  assert.ok(turns >= KEYS * TOKENS, `${turns} turns`);
  // One that names its key waits for none of them.
  const forged = await signToken({ ...CLAIMS, sub: 'x' });
  const named = await signToken({ ...CLAIMS, sub: 'named' }, { header: { kid: 'last' } });
  const ended: string[] = [];
  await Promise.all([
    judge(`${forged.slice(0, -4)}AAAA`, team).then(() => ended.push('forged')),
    judge(named, team).then(() => ended.push('named')),
  ]);
  assert.deepEqual(ended, ['named', 'forged']);
});

test('a token that is remembered keeps nothing of the header around it', async () => {
  const team = createTeam([ofOurs('one')]);
  const tokens = await Promise.all(
    Array.from({ length: 500 }, (_, n) => signToken({ ...CLAIMS, sub: `padded ${n}` })),
  );
  const held = await measureHeldBytes(async () => {
    // A sender may write any number of spaces before it.
    for (const token of tokens) assert.ok(isGiven(await judge(' '.repeat(15_000) + token, team)));
  });
  assert.ok(held < 2_000_000, `${held} bytes`);
});
