import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith } from './test-tree.ts';

const queries = (text: string) => ({ 'server/src/features/teams/queries.ts': text });

describe('a table of another feature', () => {
  it('is not read by a feature that is not on the list', () => {
    for (const text of [
      `export const listPlayers = (db: Db) => db.selectFrom('players as p').select('p.id');`,
      `export const a = (db: Db) => db.selectFrom('teams as t').innerJoin('players as p', 'p.id', 't.id');`,
      'export const a = (db: Db) => sql`select t.id from teams t join players p on true`.execute(db);',
      'export const isUsed = sql`exists (select from players p where p.id = t.id)`;',
    ]) {
      const players = { 'contract/src/players.ts': '', 'server/src/features/players/rules.ts': '' };
      assertFault(
        { ...players, ...queries(text) },
        /teams reads players of players: take its query, fragment or view/,
      );
    }
  });

  it('is read through a view of its owner by everybody, and by the owner as it is', () => {
    for (const text of [
      'export const a = sql`select count(*) from live_projects p`;',
      `export const a = (db: Db) => db.selectFrom('live_videos').select('key');`,
      'export const a = sql`select from teams t`;',
    ]) {
      assert.deepEqual(faultsWith(queries(text)), [], text);
    }
  });

  it('leaves the list when it is no longer read', () => {
    const faults = faultsWith({ 'scripts/layout/tables.ts': 'export const OWNERS = {};' });
    assert.ok(faults.some((fault) => /FOREIGN_READS: encoding no longer reads videos/.test(fault)));
  });
});

describe('a view', () => {
  it('is written by nobody', () => {
    const actions = `export const a = (tx: Tx) => [tx.updateTable('live_projects'), announce(tx, b)];`;
    assertFault(
      { 'server/src/features/projects/actions.ts': actions },
      /live_projects is a view of projects/,
    );
  });
});
