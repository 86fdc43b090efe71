import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';
import { runAsOperator } from './test-command.ts';

const PATH = '/api/v1/playback-channels';

let app: TestApp;
let admin: Person;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-give-'));
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const give = (words: readonly string[], databaseUrl?: string) =>
  runAsOperator('give-domain.ts', words, {
    folder,
    ...(databaseUrl !== undefined && { databaseUrl }),
  });

test('an operator’s command gives a domain to the team that has named it', async () => {
  const channels = await app.call('GET', PATH, { as: admin });
  const id = String(channels.body.data[0]?.['id']);
  const domain = 'video.example.com';
  const early = await give([domain, 'siam'], app.databaseUrl);
  assert.deepEqual([early.code, /names video\.example\.com/.test(early.stderr)], [1, true]);
  const added = { as: admin, body: { domains: [domain] } };
  await app.call('POST', `${PATH}/${id}/playback-domains/add`, added);
  const { code, stdout, stderr } = await give(['Video.Example.com.', 'siam'], app.databaseUrl);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^video\.example\.com is the team siam’s now/);
  const { body } = await app.call('GET', `${PATH}/${id}`, { as: admin });
  assert.deepEqual(body['playbackDomains'], [domain]);
});

test('the command says what it needs, and where there is no database', async () => {
  for (const words of [[], ['video.example.com'], ['127.0.0.1', 'siam'], ['a.example', 'b', 'c']]) {
    const { code, stderr } = await give(words, app.databaseUrl);
    assert.deepEqual([code, stderr.startsWith('Usage: ')], [1, true], words.join(' '));
  }
  const { code, stderr } = await give(['video.example.com', 'siam']);
  assert.deepEqual([code, stderr.startsWith('There is no database in ')], [1, true]);
});
