import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyServer } from '@kinora/contract/key-servers';
import { type Attention, findAttention, getState, type KeyServerState } from './state.ts';
import { testResult } from './test-result.ts';

type Subject = Pick<KeyServer, 'status' | 'encryption' | 'test'>;

const both = {
  encodingEncryptionKeyRequestApiEndpoint: 'https://keys.example.com/encoding',
  playbackEncryptionKeyRequestApiEndpoint: 'https://keys.example.com/playback',
};
const half = { ...both, playbackEncryptionKeyRequestApiEndpoint: null };
const server = (change: Partial<Subject>): Subject => ({
  status: 'inactive',
  encryption: both,
  test: null,
  ...change,
});

const cases: [name: string, Subject, Attention | undefined, KeyServerState][] = [
  ['an endpoint is missing', server({ encryption: half }), 'configure', 'notActivatable'],
  ['it was not tested', server({}), 'test', 'notActivatable'],
  ['all checks have passed', server({ test: testResult() }), 'activate', 'tested'],
  ['it is in use', server({ status: 'active', test: testResult() }), 'ready', 'active'],
  ['a check has failed', server({ test: testResult('cacheControl') }), 'failed', 'notActivatable'],
  [
    'a check has failed while it is in use',
    server({ status: 'active', test: testResult('statusCode') }),
    'failedActive',
    'active',
  ],
  // The last test doesn't count once one of its endpoints is removed.
  [
    'an endpoint is missing after a test',
    server({ encryption: half, test: testResult('statusCode') }),
    'configure',
    'notActivatable',
  ],
  ['it is active and was never tested', server({ status: 'active' }), undefined, 'active'],
];
for (const [name, subject, attention, state] of cases) {
  test(`the banner and the badge when ${name}`, () => {
    assert.equal(findAttention(subject), attention);
    assert.equal(getState(subject), state);
  });
}
