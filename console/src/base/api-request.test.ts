import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRequest } from './api-request.ts';

test('values that the path names go there, and all others of a GET into the query', () => {
  const { url, init } = toRequest('GET', '/api/v1/videos/{id}/jobs', {
    id: 'ก/1',
    page: 2,
    q: 'ข่าว',
    withAll: false,
    from: undefined,
    to: null,
  });
  assert.equal(
    url,
    `/api/v1/videos/${encodeURIComponent('ก/1')}/jobs?page=2&q=${encodeURIComponent('ข่าว')}&withAll=false`,
  );
  assert.deepEqual(init, { method: 'GET' });
});

test('other calls send the rest as JSON, and nothing where the path says it all', () => {
  const put = toRequest('PUT', '/api/v1/projects/{key}', { key: 'news', name: 'ข่าว', to: null });
  assert.equal(put.url, '/api/v1/projects/news');
  assert.equal(put.init.body, '{"name":"ข่าว","to":null}');
  assert.deepEqual(put.init.headers, { 'content-type': 'application/json' });
  assert.equal(toRequest('DELETE', '/api/v1/videos/{id}', { id: '1' }).init.body, undefined);
  assert.equal(toRequest('POST', '/api/auth/v1/sign-out', {}).init.body, '{}');
});

test('a call with a file is sent as a form', () => {
  const image = new File(['x'], 'logo.png', { type: 'image/png' });
  const { init } = toRequest('POST', '/api/presets', {
    name: 'โลโก้',
    size: 5,
    image,
    note: undefined,
  });
  assert.ok(init.body instanceof FormData);
  assert.deepEqual([...init.body.keys()], ['name', 'size', 'image']);
  assert.equal(init.body.get('size'), '5');
  assert.equal(init.headers, undefined);
});

test('a value with parts fits into no address and no form', () => {
  assert.throws(() => toRequest('GET', '/api/v1/videos', { tags: ['a'] }), /tags/);
});
