import assert from 'node:assert/strict';
import { test } from 'node:test';
import words from '@kinora/i18n/en/errors' with { type: 'json' };
import { createTranslator } from 'use-intl';
import { ApiError } from './api-error.ts';
import { describeError, toFieldErrors } from './error-text.ts';

const t = createTranslator({ locale: 'en', messages: { errors: words }, namespace: 'errors' });
const failed = (status: number, code: string, title = '') =>
  new ApiError({ status, code, title, requestId: 'r1' });
const titleOf = (error: unknown, action: 'load' | 'save' = 'load') =>
  describeError(t, error, { item: 'Project', action }).title;

test('each status of the standard mapping has its title', () => {
  assert.equal(titleOf(failed(403, 'forbidden')), words.forbidden.title);
  assert.equal(titleOf(failed(404, 'not_found')), 'Project not found');
  assert.equal(titleOf(failed(422, 'validation_failed')), words.invalid.title);
  assert.equal(titleOf(failed(500, 'internal_error')), words.server.title);
  assert.equal(titleOf(new TypeError('Failed to fetch')), words.unreachable.title);
});

test('any other status is a failed loading or a failed saving', () => {
  assert.equal(titleOf(failed(502, 'unreadable')), words.loading.title);
  assert.equal(titleOf(failed(502, 'unreadable'), 'save'), words.saving.title);
});

test('a code that says more than its status speaks in the words of the server', () => {
  assert.equal(titleOf(failed(507, 'storage_full', 'Storage is full')), 'Storage is full');
});

test('the reference names status, telling code and request', () => {
  assert.equal(describeError(t, failed(500, 'internal_error')).reference, 'Code 500 · r1');
  assert.equal(
    describeError(t, failed(507, 'storage_full', 'Full')).reference,
    'Code 507 · storage_full · r1',
  );
  assert.equal(describeError(t, new TypeError('Failed to fetch')).reference, '');
});

test('field messages belong to a 422 alone', () => {
  const errors = [{ path: 'videos.0.title', code: 'required', message: 'Required' }];
  const refused = new ApiError({ status: 422, code: 'validation_failed', errors });
  assert.deepEqual(toFieldErrors(refused), { 'videos.0.title': 'Required' });
  assert.deepEqual(toFieldErrors(new ApiError({ status: 409, code: 'x', errors })), {});
  assert.deepEqual(toFieldErrors(null), {});
});
