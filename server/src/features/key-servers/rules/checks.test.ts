import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { checkAnswers, type KeyAnswer, type KeyAnswers } from './checks.ts';

const key = randomBytes(16);
const good: KeyAnswer = {
  status: 200,
  headers: {
    'cache-control': 'private, no-cache, no-store',
    'content-type': 'application/octet-stream',
    'content-length': '16',
  },
  body: key,
};
const answers = (change: Partial<KeyAnswers> = {}): KeyAnswers => ({
  encoding: [good, good],
  playback: [good, good],
  ...change,
});
const failedOf = (given: KeyAnswers) => {
  const { isPassed, tests } = checkAnswers(given);
  const failed = Object.entries(tests).flatMap(([name, check]) =>
    (['encoding', 'playback'] as const).flatMap((side) =>
      check[side].isPassed ? [] : [`${name} ${side}: ${check[side].actual}`],
    ),
  );
  assert.equal(isPassed, failed.length === 0);
  return failed;
};
const headers = (change: KeyAnswer['headers']): KeyAnswer => ({
  ...good,
  headers: { ...good.headers, ...change },
});

test('right answers pass all five checks', () => {
  assert.deepEqual(failedOf(answers()), []);
});

test('each check fails at the endpoint whose answer is wrong, and says what came', () => {
  const onPlayback = (wrong: KeyAnswer) => failedOf(answers({ playback: [wrong, good] }));
  assert.deepEqual(
    onPlayback(headers({ 'cache-control': 'public, no-cache, no-store, private' })),
    ['cacheControl playback: public, no-cache, no-store, private'],
  );
  assert.deepEqual(onPlayback(headers({ 'cache-control': undefined })), [
    'cacheControl playback: ',
  ]);
  assert.deepEqual(onPlayback(headers({ 'content-type': 'Text/HTML; charset=utf-8' })), [
    'contentType playback: text/html',
  ]);
  const other = { ...good, body: randomBytes(16) };
  assert.deepEqual(onPlayback(other), ['encryptionKeyPersisted playback: other_key']);
  assert.deepEqual(onPlayback({ ...good, status: 201 }), [
    'encryptionKeyPersisted playback: no_key',
    'statusCode playback: 201',
  ]);
});

for (const length of [0, 15, 17, 32]) {
  test(`an answer of ${length} bytes is no key`, () => {
    const body = randomBytes(length);
    const wrong = { ...headers({ 'content-length': String(length) }), body };
    assert.deepEqual(failedOf(answers({ encoding: [wrong, wrong] })), [
      `contentLength encoding: ${length}`,
      'encryptionKeyPersisted encoding: no_key',
      'encryptionKeyPersisted playback: no_key',
    ]);
  });
}

test('a key that changes with the second request is not kept', () => {
  const changed = { ...good, body: randomBytes(16) };
  assert.deepEqual(failedOf(answers({ encoding: [good, changed] })), [
    'encryptionKeyPersisted encoding: other_key',
  ]);
});

test('a request that fails, fails all five of its endpoint', () => {
  const failed = { failure: 'timeout' } as const;
  const all = failedOf(answers({ playback: [failed, failed] }));
  assert.equal(all.length, 5);
  assert.ok(all.every((one) => one.endsWith('playback: timeout')));
  assert.equal(failedOf(answers({ encoding: [failed, failed] })).length, 6);
});

test('a header is shown in a bounded length, without what can’t be seen', () => {
  const { tests } = checkAnswers(
    answers({ encoding: [headers({ 'cache-control': `\u0007é${'a'.repeat(999)}` }), good] }),
  );
  assert.equal(tests.cacheControl.encoding.actual, `??${'a'.repeat(198)}`);
});

test('no key is in what a test answers', () => {
  const text = JSON.stringify(checkAnswers(answers()));
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) {
    assert.equal(text.includes(key.toString(form)), false);
  }
});
