import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayRetry, mendsItself, problemOf, retryDelayMs } from './problems.ts';

test('each status of the edge without a reason has the screen of the specification', () => {
  const kinds = [403, 404, 410, 451].map((status) => problemOf(status, null).kind);
  assert.deepEqual(kinds, ['signatureInvalid', 'notFound', 'signatureExpired', 'countryBlocked']);
});

test('a reason makes the problem exact', () => {
  assert.equal(problemOf(410, 'video_deleted').kind, 'deleted');
  assert.equal(problemOf(410, 'signature_expired').kind, 'signatureExpired');
  assert.equal(problemOf(404, 'video_not_ready').kind, 'notReady');
  assert.equal(problemOf(403, 'website_blocked').kind, 'websiteBlocked');
});

test('a reason that does not belong to the status is not believed', () => {
  assert.equal(problemOf(451, 'video_deleted').kind, 'countryBlocked');
  assert.equal(problemOf(404, 'toString').kind, 'notFound');
});

test('no answer, overload and preparation mend themselves, refusals do not', () => {
  assert.ok(mendsItself(problemOf(null, null)));
  assert.ok(mendsItself(problemOf(503, null)));
  assert.ok(mendsItself(problemOf(429, null)));
  assert.ok(mendsItself(problemOf(404, 'video_not_ready')));
  for (const status of [400, 403, 404, 410, 451]) assert.ok(!mendsItself(problemOf(status, null)));
});

test('a viewer may retry what is not a refusal', () => {
  assert.ok(mayRetry(problemOf(null, null)));
  assert.ok(mayRetry(problemOf(500, null)));
  assert.ok(!mayRetry(problemOf(403, null)));
});

test('retries slow down to a limit and are spread by a fifth', () => {
  const network = problemOf(null, null);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((attempt) => retryDelayMs(network, attempt, 0.5)),
    [1000, 2000, 4000, 8000, 15_000, 15_000],
  );
  assert.equal(retryDelayMs(network, 1, 0), 800);
  assert.equal(retryDelayMs(problemOf(404, 'video_not_ready'), 9, 0.5), 30_000);
});
