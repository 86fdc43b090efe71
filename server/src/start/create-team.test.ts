import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../test-app.ts';
import { runAsOperator } from './test-command.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await app.addTeam('siam');
});
after(() => app.close());

const create = (...words: string[]) =>
  runAsOperator('create-team.ts', words, {
    folder: app.context.config.dataDir,
    databaseUrl: app.databaseUrl,
  });

test('an operator’s command creates a team for somebody who has an account', async () => {
  const person = await app.addPerson(null, 'user');
  const { code, stdout, stderr } = await create('lanna', 'ทีมล้านนา', person.email.toUpperCase());
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /is the administrator of the new team lanna/);
  const { body } = await app.call('GET', '/api/v1/myteam', { as: person, team: 'lanna' });
  assert.deepEqual([body['name'], body['members']?.[0]?.['role']], ['ทีมล้านนา', 'admin']);
  const again = await create('lanna', 'X', person.email);
  assert.deepEqual([again.code, again.stderr.trim()], [1, 'There is a team lanna already.']);
});

test('the command says what it needs', async () => {
  for (const words of [
    [],
    ['lanna'],
    ['Lanna', 'X', 'a@example.com'],
    ['b2', ' ', 'a@b.c'],
    ['b2', 'X', 'a', 'b'],
  ]) {
    const { code, stderr } = await create(...words);
    assert.deepEqual([code, stderr.startsWith('Usage: ')], [1, true], words.join(' '));
  }
  const nobody = await create('b2', 'X', 'nobody@example.com');
  assert.match(nobody.stderr, /^No account has the address nobody@example\.com/);
});
