import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNameRecords } from './name-records.ts';
import { startNameServer } from './test-name-server.ts';

test('texts and aliases of a name are what its name server says', async (t) => {
  const names = await startNameServer(
    { 'plain.example.com': ['192.0.2.1'] },
    {
      texts: { '_kinora.example.com': ['v=other', 'x'.repeat(300)] },
      aliases: { 'video.example.com': 'Play.Example.ORG' },
    },
  );
  t.after(() => names.close());
  const records = openNameRecords({ servers: [names.address] });
  assert.deepEqual(await records.findTexts('_kinora.example.com'), ['v=other', 'x'.repeat(300)]);
  assert.equal(await records.findAlias('video.example.com'), 'play.example.org');
  // The name exists without such a record, or not at all.
  for (const name of ['plain.example.com', 'gone.example.com']) {
    assert.deepEqual(await records.findTexts(name), []);
    assert.equal(await records.findAlias(name), null);
  }
});

test('no answer is not the answer that there is none', async () => {
  const names = await startNameServer({});
  names.close();
  const records = openNameRecords({ servers: [names.address] });
  await assert.rejects(records.findTexts('example.com'), { reason: 'unreachable' });
  await assert.rejects(records.findAlias('example.com'), { reason: 'unreachable' });
});
