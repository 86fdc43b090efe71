import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyServers } from '@kinora/contract/key-servers';
import { checkForm, type KeyServerForm, toChange, toFieldPath } from './form.ts';

const valid: KeyServerForm = {
  encodingEndpoint: ' https://keys.example.com/encoding ',
  playbackEndpoint: 'https://keys.example.com/playback?site=1',
  secretHeaderName: 'X-Key-Server-Secret',
  encoderSecret: '',
  tokenSecret: '',
};
const problemsOf = (change: Partial<KeyServerForm>) => checkForm({ ...valid, ...change });

test('a secret that is left empty is not sent, and an endpoint that is empty is removed', () => {
  const change = toChange({ ...valid, playbackEndpoint: ' ', tokenSecret: 'x'.repeat(16) });
  assert.deepEqual(change, {
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: 'https://keys.example.com/encoding',
      playbackEncryptionKeyRequestApiEndpoint: '',
    },
    secretHeaderName: 'X-Key-Server-Secret',
    tokenSecret: 'x'.repeat(16),
  });
  const schema = keyServers.update['~orpc'].inputSchema;
  assert.equal(schema?.safeParse({ id: crypto.randomUUID(), ...change }).success, true);
});

test('what the server would refuse is said at its field', () => {
  assert.deepEqual(problemsOf({}), {});
  assert.deepEqual(problemsOf({ encodingEndpoint: '' }), {});
  assert.deepEqual(problemsOf({ encodingEndpoint: 'keys.example.com' }), {
    encodingEndpoint: 'endpoint',
  });
  assert.deepEqual(problemsOf({ playbackEndpoint: 'https://k.example/?token=1' }), {
    playbackEndpoint: 'endpoint',
  });
  assert.deepEqual(problemsOf({ playbackEndpoint: `https://k.example/${'a'.repeat(2000)}` }), {
    playbackEndpoint: 'tooLong',
  });
  assert.deepEqual(problemsOf({ secretHeaderName: '' }), { secretHeaderName: 'header' });
  assert.deepEqual(problemsOf({ secretHeaderName: 'Host' }), { secretHeaderName: 'header' });
  assert.deepEqual(problemsOf({ encoderSecret: 'short', tokenSecret: 'ลับ'.repeat(8) }), {
    encoderSecret: 'secret',
    tokenSecret: 'secret',
  });
});

test('a refusal of an endpoint stands at its field', () => {
  const path = 'encryption.playbackEncryptionKeyRequestApiEndpoint';
  assert.equal(toFieldPath(path), 'playbackEndpoint');
  assert.equal(toFieldPath('tokenSecret'), 'tokenSecret');
});
