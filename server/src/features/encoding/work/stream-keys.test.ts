import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { KeySource } from '@kinora/media/protect/aes-128';
import { createKeyMark, KeyUnavailableError, openStreamKeys } from './stream-keys.ts';

const uri = 'https://keys.example.com/playback?token=a.b.c';

function counted(answer: (call: number) => ReturnType<KeySource['keyFor']>) {
  const asked: string[] = [];
  const source: KeySource = {
    keyFor: ({ contentId }) => answer(asked.push(contentId)),
  };
  return { asked, source };
}

test('a key is requested once for each revision, however many pieces want it at once', async () => {
  const { asked, source } = counted(async () => ({ key: randomBytes(16), uri }));
  const keys = openStreamKeys(source);
  const [first, second, other] = await Promise.all([keys.of('a'), keys.of('a'), keys.of('b')]);
  assert.equal(first, second);
  assert.notDeepEqual(other.key, first.key);
  assert.equal(await keys.of('a'), first);
  assert.deepEqual(asked, ['a', 'b']);
});

test('a failed request is sent anew, and is no final answer', async () => {
  const { asked, source } = counted(async (call) => {
    if (call === 1) throw new Error('away');
    return { key: randomBytes(16), uri };
  });
  const keys = openStreamKeys(source);
  await assert.rejects(
    keys.of('a'),
    (error) => error instanceof KeyUnavailableError && !error.isFinal,
  );
  await keys.of('a');
  assert.equal(asked.length, 2);
});

test('a forgotten key is requested anew', async () => {
  const { asked, source } = counted(async () => ({ key: randomBytes(16), uri }));
  const keys = openStreamKeys(source);
  await keys.of('a');
  keys.forget('a');
  await keys.of('a');
  assert.deepEqual(asked, ['a', 'a']);
});

test('without a server there never is a key', async () => {
  const without = openStreamKeys(null).of('a');
  await assert.rejects(without, (error) => error instanceof KeyUnavailableError && error.isFinal);
});

for (const [name, answer] of [
  ['a short key', { key: randomBytes(15), uri }],
  ['a hexadecimal key', { key: Buffer.from(randomBytes(16).toString('hex')), uri }],
  ['no address', { key: randomBytes(16), uri: '' }],
  ['an address that is no web address', { key: randomBytes(16), uri: 'javascript:alert(1)' }],
] as const) {
  test(`${name} is no answer`, async () => {
    await assert.rejects(
      openStreamKeys({ keyFor: async () => answer }).of('a'),
      KeyUnavailableError,
    );
  });
}

test('an address can’t end its line or its quotes in a playlist', async () => {
  const wild = 'https://keys.example.com/"\n#EXT-X-ENDLIST?token="x\r\n';
  const keys = openStreamKeys({ keyFor: async () => ({ key: randomBytes(16), uri: wild }) });
  assert.doesNotMatch((await keys.of('a')).uri, /["\r\n]/);
});

test('a server that hangs is given up', async () => {
  const keys = openStreamKeys({ keyFor: () => new Promise(() => undefined) }, { timeoutMs: 5 });
  await assert.rejects(keys.of('a'), KeyUnavailableError);
});

test('keys of streams that were long done are forgotten', async () => {
  const { asked, source } = counted(async () => ({ key: randomBytes(16), uri }));
  const keys = openStreamKeys(source);
  for (let n = 0; n < 65; n += 1) await keys.of(`r${n}`);
  await keys.of('r64');
  assert.equal(asked.length, 65);
  await keys.of('r0');
  assert.equal(asked.length, 66);
});

test('marks of keys differ and do not show the key', () => {
  const key = randomBytes(16);
  const mark = createKeyMark('secret of the installation', { key, uri });
  assert.equal(mark, createKeyMark('secret of the installation', { key, uri: `${uri}2` }));
  assert.notEqual(mark, createKeyMark('secret of the installation', { key: randomBytes(16), uri }));
  assert.notEqual(mark, createKeyMark('another secret', { key, uri }));
  assert.ok(!mark.includes(key.toString('hex')));
});
