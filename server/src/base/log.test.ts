import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from './log.ts';

const canary = 'canary0123456789abcdef';

function logged(fields: object, message = 'event'): string {
  let out = '';
  openLog('test', { write: (line) => void (out += line) }).info(fields, message);
  JSON.parse(out);
  return out;
}

test('an event is one JSON line with its level, time, role and message', () => {
  const line = JSON.parse(logged({ videoKey: 'abc' }, 'published')) as Record<string, unknown>;
  assert.equal(line['level'], 'info');
  assert.equal(line['role'], 'test');
  assert.equal(line['videoKey'], 'abc');
  assert.equal(line['msg'], 'published');
  assert.ok(!Number.isNaN(Date.parse(String(line['time']))));
});

test('no secret field reaches the log at any depth', () => {
  const secrets = {
    authorization: canary,
    cookie: canary,
    'set-cookie': canary,
    password: canary,
    newPassword: canary,
    token: canary,
    secretKey: canary,
    smtpUrl: canary,
  };
  for (const fields of [secrets, { req: secrets }, { a: { headers: secrets } }]) {
    const line = logged(fields);
    assert.ok(!line.includes(canary), line);
  }
  assert.ok(!logged({ a: { b: { c: { token: canary } } } }).includes(canary));
});

const texts = {
  'personal token': `found knr_pat_${canary} in a text`,
  'password hash': `Failing row contains (1, $argon2id$v=19$m=19456,t=2,p=1$${canary}$${canary})`,
  'bearer header': `Authorization: Bearer ${canary}`,
  'basic header': `Basic ${canary}==`,
  'password in an address': `postgres://kinora:${canary}@127.0.0.1:5432/kinora`,
  'signed address': `GET /streams/a/playlist.m3u8?x_key_id=1&x_signature=${canary}&x_expires=2`,
  'older signed address': `/streams/a/?x_ark_signature=${canary}`,
  'signed S3 address': `https://s3.test/b/k?X-Amz-Credential=${canary}&X-Amz-Signature=${canary}`,
  'reset link': `http://localhost:8080/accounts/reset-password?token=${canary}`,
};

for (const [name, text] of Object.entries(texts)) {
  test(`a ${name} inside a text is hidden`, () => {
    const error = new Error(text, { cause: new Error(text) });
    for (const line of [logged({ url: text }), logged({}, text), logged({ err: error })]) {
      assert.ok(!line.includes(canary), line);
    }
  });
}

test('an error keeps its message, code, stack and cause, and nothing a library hung on it', () => {
  const error = Object.assign(new Error('broken', { cause: new Error('deeper') }), {
    code: '57P01',
    detail: `Failing row contains (${canary})`,
    client: { connection: canary },
  });
  const { err } = JSON.parse(logged({ err: error })) as { err: Record<string, unknown> };
  assert.equal(err['message'], 'broken');
  assert.equal(err['code'], '57P01');
  assert.match(String(err['stack']), /log\.test\.ts/);
  assert.equal((err['cause'] as { message: string }).message, 'deeper');
  assert.ok(!('client' in err));
  assert.ok(!JSON.stringify(err).includes(canary));
});

test('a password in an address is hidden whatever its scheme, and however long the line', () => {
  for (const scheme of ['postgres', 'a.b+c-1', 'a.'.repeat(7400), '']) {
    assert.ok(!logged({ url: `${scheme}://kinora:${canary}@db.test/` }).includes(canary));
  }
});
