import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canRetry, isTransient, toProblem, getRetryDelayMs } from './problems.ts';

test('each status of the edge without a reason has the screen of the specification', () => {
  const kinds = [403, 404, 410, 451].map((status) => toProblem(status, null).kind);
  assert.deepEqual(kinds, ['signatureInvalid', 'notFound', 'signatureExpired', 'countryBlocked']);
});

test('a reason makes the problem exact', () => {
  assert.equal(toProblem(410, 'video_deleted').kind, 'deleted');
  assert.equal(toProblem(410, 'signature_expired').kind, 'signatureExpired');
  assert.equal(toProblem(404, 'video_not_ready').kind, 'notReady');
  assert.equal(toProblem(403, 'website_blocked').kind, 'websiteBlocked');
});

test('a reason that does not belong to the status is not believed', () => {
  assert.equal(toProblem(451, 'video_deleted').kind, 'countryBlocked');
  assert.equal(toProblem(404, 'toString').kind, 'notFound');
});

test('no answer, overload and preparation mend themselves, refusals do not', () => {
  assert.ok(isTransient(toProblem(null, null)));
  assert.ok(isTransient(toProblem(503, null)));
  assert.ok(isTransient(toProblem(429, null)));
  assert.ok(isTransient(toProblem(404, 'video_not_ready')));
  // Its page may be open since before it failed: it stops asking.
  assert.equal(toProblem(404, 'video_failed').kind, 'failed');
  assert.ok(!isTransient(toProblem(404, 'video_failed')));
  assert.ok(!canRetry(toProblem(404, 'video_failed')));
  for (const status of [400, 403, 404, 410, 451]) assert.ok(!isTransient(toProblem(status, null)));
});

test('a viewer may retry what is not a refusal', () => {
  assert.ok(canRetry(toProblem(null, null)));
  assert.ok(canRetry(toProblem(500, null)));
  assert.ok(!canRetry(toProblem(403, null)));
});

test('retries slow down to a limit and are spread by a fifth', () => {
  const network = toProblem(null, null);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((attempt) => getRetryDelayMs(network, attempt, 0.5)),
    [1000, 2000, 4000, 8000, 15_000, 15_000],
  );
  assert.equal(getRetryDelayMs(network, 1, 0), 800);
  assert.equal(getRetryDelayMs(toProblem(404, 'video_not_ready'), 9, 0.5), 30_000);
});
