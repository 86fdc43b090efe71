import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyServerFailure, type KeyServerTest } from '@kinora/contract/key-servers';
import {
  countFailures,
  isUnanswered,
  listCauses,
  listChecks,
  readValue,
  type Side,
  SIDES,
} from './checks.ts';
import { testResult } from './test-result.ts';

const rowOf = (check: string, rows: ReturnType<typeof listChecks>) =>
  rows.find((row) => row.check === check) ?? assert.fail(check);

test('while nothing was tested, all five checks say what is expected', () => {
  const rows = listChecks(null);
  assert.equal(rows.length, 5);
  assert.ok(rows.every(({ state }) => state === 'untested'));
  const [encoding, playback] = rowOf('contentLength', rows).findings;
  assert.deepEqual(encoding?.expected, { kind: 'bytes', count: 16 });
  assert.deepEqual([playback?.side, playback?.actual], ['playback', undefined]);
});

test('a test that could not be made fails all five checks, also after one that went well', () => {
  const rows = listChecks(testResult(), true);
  assert.deepEqual(
    rows.map(({ state }) => state),
    Array.from({ length: 5 }, () => 'failed'),
  );
  assert.ok(rows.every(({ findings }) => findings.every(({ actual }) => actual === undefined)));
});

test('a check fails with one endpoint, and each endpoint says what it answered', () => {
  const result = testResult('contentType');
  result.tests.contentType.playback.actual = 'text/html';
  const row = rowOf('contentType', listChecks(result));
  assert.equal(row.state, 'failed');
  const found = row.findings.map(({ state, actual }) => [state, actual]);
  assert.deepEqual(found, [
    ['passed', { kind: 'word', word: 'noHeader' }],
    ['failed', { kind: 'text', text: 'text/html' }],
  ]);
  assert.equal(rowOf('statusCode', listChecks(result)).state, 'passed');
});

const encryption = {
  encodingEncryptionKeyRequestApiEndpoint: 'https://keys.example.com/encoding',
  playbackEncryptionKeyRequestApiEndpoint: 'https://keys.example.com/playback',
};

/** A result in which these endpoints gave no answer. */
function unanswered(failure: KeyServerFailure, sides: readonly Side[]): KeyServerTest {
  const result = testResult();
  for (const check of Object.values(result.tests)) {
    for (const side of sides) Object.assign(check[side], { isPassed: false, actual: failure });
  }
  return result;
}

test('one cause at one host is told once, and its checks say it no more', () => {
  const result = unanswered('dns', SIDES);
  assert.deepEqual(listCauses({ test: result, encryption }), [
    { side: undefined, host: 'keys.example.com', failure: 'dns' },
  ]);
  assert.equal(isUnanswered(result), true);
  const findings = listChecks(result).flatMap((row) => row.findings);
  assert.equal(findings.length, 10);
  assert.ok(findings.every(({ state, actual }) => state === 'failed' && actual === undefined));
});

test('causes of two hosts are told with their endpoints', () => {
  const elsewhere = {
    ...encryption,
    playbackEncryptionKeyRequestApiEndpoint: 'https://k.test:8443/',
  };
  const causes = listCauses({ test: unanswered('tls', SIDES), encryption: elsewhere });
  assert.deepEqual(causes, [
    { side: 'encoding', host: 'keys.example.com', failure: 'tls' },
    { side: 'playback', host: 'k.test:8443', failure: 'tls' },
  ]);
});

test('where one endpoint answers, its checks stay to be compared', () => {
  const result = unanswered('connection_refused', ['playback']);
  assert.deepEqual(listCauses({ test: result, encryption }), [
    { side: 'playback', host: 'keys.example.com', failure: 'connection_refused' },
  ]);
  assert.equal(isUnanswered(result), false);
  const [encoding, playback] = rowOf('statusCode', listChecks(result)).findings;
  assert.deepEqual([encoding?.actual?.kind, playback?.actual], ['word', undefined]);
});

test('an answer that is wrong is no cause', () => {
  assert.deepEqual(listCauses({ test: testResult('statusCode'), encryption }), []);
  assert.deepEqual(listCauses({ test: null, encryption }), []);
});

test('each word of the API has words of its own, and a length is a number of bytes', () => {
  for (const word of [...KeyServerFailure.options, 'same_key', 'other_key', 'no_key']) {
    assert.deepEqual(readValue('statusCode', word), { kind: 'word', word });
  }
  assert.deepEqual(readValue('contentLength', '15'), { kind: 'bytes', count: 15 });
  assert.deepEqual(readValue('statusCode', '403'), { kind: 'text', text: '403' });
  assert.deepEqual(readValue('cacheControl', ''), { kind: 'word', word: 'noHeader' });
});

test('wrong answers of both endpoints are counted', () => {
  assert.equal(countFailures(null), 0);
  assert.equal(countFailures(testResult()), 0);
  assert.equal(countFailures(testResult('statusCode', 'contentLength')), 2);
});
