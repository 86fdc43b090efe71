import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './test-tree.ts';

const actions = (text: string) => ({ [`${videos}/actions/rename.ts`]: text });
const local = `function put(tx: Tx) { return tx.updateTable('videos'); }\n`;

describe('an announced write', () => {
  it('is asked of every action that writes to an announced table, itself or through its file', () => {
    for (const text of [
      `export const rename = (tx: Tx) => tx.updateTable('videos');`,
      'export async function rename(tx: Tx) { await sql`delete from videos`.execute(tx); }',
      `${local}export async function rename(tx: Tx) { await put(tx); }`,
    ]) {
      assertFault(actions(text), /rename writes videos and announces nothing/);
    }
  });

  it('is asked of a table that nobody has listed, and not of how work goes on inside', () => {
    const file = 'server/src/features/pieces/actions.ts';
    const write = (table: string) => `export const add = (tx: Tx) => tx.insertInto('${table}');`;
    assertFault(
      { 'server/src/features/clips/actions.ts': write('clips'), 'contract/src/clips.ts': '' },
      /add writes clips and announces nothing/,
    );
    assert.deepEqual(faultsWith({ [file]: write('pieces') }), []);
  });

  it('may stand anywhere in what the action calls of its file', () => {
    for (const text of [
      `export const rename = (tx: Tx) => [tx.updateTable('videos'), announce(tx, renamed)];`,
      `${local}export async function rename(tx: Tx) { await put(tx); await announce(tx, renamed); }`,
      `function say(tx: Tx) { return announce(tx, renamed); }\n${local}export const rename = (tx: Tx) => [put(tx), say(tx)];`,
      local,
    ]) {
      assert.deepEqual(faultsWith(actions(text)), [], text);
    }
  });
});

describe('an event named as a change', () => {
  const events = (text: string) => ({ [`${videos}/events.ts`]: text });

  it('tells the fields that it changed', () => {
    assertFault(
      events(`export const a = defineEvent<Facts>({ name: 'video.changed', subject });`),
      /events\.ts:1 a change says what it changed/,
    );
    assert.deepEqual(
      faultsWith(events(`export const a = defineChange({ name: 'video.changed', subject });`)),
      [],
    );
  });
});

describe('a request', () => {
  const routes = (text: string) => ({ [`${videos}/routes.ts`]: text });

  it('begins no transaction of its own', () => {
    assertFault(
      routes('export const a = (c) => c.app.db.transaction().execute(b);'),
      /routes\.ts:1 a request writes through write\(\)/,
    );
    assert.deepEqual(faultsWith(routes('export const a = (c) => write(c, scope, b);')), []);
  });

  it('begins none in an action of its feature either', () => {
    const own = actions('export const a = (db) => db.transaction().execute(b);');
    const answering = { ...own, ...routes('export const a = 1;') };
    assertFault(answering, /actions\/rename\.ts:1 a request writes through write\(\)/);
  });
});
