import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, readApiError, retryAfterSeconds, toApiError } from './api-error.ts';

const problem = {
  type: 'about:blank',
  title: 'ข้อมูลไม่ถูกต้อง',
  status: 422,
  code: 'validation_failed',
  requestId: 'r1',
  errors: [{ path: 'name', code: 'required', message: 'กรอกชื่อ' }],
};

test('a problem+json answer becomes an error with all its parts', async () => {
  const response = new Response(JSON.stringify(problem), {
    status: 422,
    headers: { 'content-type': 'application/problem+json' },
  });
  const error = await readApiError(response);
  assert.equal(error.code, 'validation_failed');
  assert.equal(error.requestId, 'r1');
  assert.deepEqual(error.errors, problem.errors);
});

test('the status of the answer wins over the one in its body', async () => {
  const response = new Response(JSON.stringify(problem), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });
  assert.equal((await readApiError(response)).status, 500);
});

test('an answer that is no problem+json is unreadable but keeps its status', async () => {
  for (const [body, type] of [
    ['<h1>Bad gateway</h1>', 'text/html'],
    ['{"broken', 'application/json'],
    ['null', 'application/json'],
  ] as const) {
    const headers = { 'content-type': type, 'x-request-id': 'r2' };
    const error = await readApiError(new Response(body, { status: 502, headers }));
    assert.deepEqual([error.status, error.code, error.requestId], [502, 'unreadable', 'r2']);
  }
});

test('an error that is no ApiError means that no answer came', () => {
  const error = toApiError(new TypeError('Failed to fetch'));
  assert.deepEqual([error.status, error.code], [0, 'unreachable']);
  const own = new ApiError({ status: 404, code: 'not_found' });
  assert.equal(toApiError(own), own);
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-11-20T00:00:00Z');
  assert.equal(retryAfterSeconds('42', now), 42);
  assert.equal(retryAfterSeconds('Fri, 20 Nov 2026 00:01:00 GMT', now), 60);
  assert.equal(retryAfterSeconds('Thu, 19 Nov 2026 00:00:00 GMT', now), 0);
  assert.equal(retryAfterSeconds('soon', now), undefined);
  assert.equal(retryAfterSeconds(null, now), undefined);
});
