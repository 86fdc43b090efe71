import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './test-tree.ts';

const write = (call: string) => ({
  [`${videos}/actions.ts`]: `export const a = () => [${call}, announce(tx)];`,
});

describe('the owner of a table', () => {
  it('refuses every way to write to the table of another feature', () => {
    for (const call of [
      `tx.insertInto('projects')`,
      `tx\n  .with('a', a)\n  .updateTable('projects as p')`,
      `tx.updateTable(['videos', 'projects'])`,
      `tx.deleteFrom('projects')`,
      `tx.mergeInto('projects')`,
      'sql`insert into projects (id) values (1)`',
      'sql<{ id: string }>`with a as (select 1) update projects p set id = ${id}`',
      'sql`delete\n from only "projects"`',
      'sql`truncate table public.projects`',
      `client.query('delete from projects')`,
    ]) {
      assertFault(write(call), /actions\.ts:\d only projects writes projects/);
    }
  });

  it('lets pass reads, locks, own tables and what stands in texts', () => {
    for (const call of [
      `tx.selectFrom('presets').forUpdate()`,
      'sql`select 1 from presets p for update of presets, p`',
      'sql`select 1 from presets for no key update skip locked`',
      'sql`insert into videos values (1) on conflict (key) do update set title = 1`',
      `log('update projects', \`delete from projects\`, "sql\`delete from projects\`")`,
    ]) {
      assert.deepEqual(faultsWith(write(call)), [], call);
    }
  });

  it('is the feature of its name, where nothing else is listed', () => {
    const actions = {
      [`${videos}/actions.ts`]: `export const a = () => [tx.updateTable('key_servers'), announce(tx)];`,
    };
    assertFault(actions, /only key-servers writes key_servers/);
  });

  it('refuses another file of its own feature where one file alone writes, as it moves states', () => {
    const file = (name: string) => ({
      [`server/src/features/revisions/${name}`]: `export const a = () => [tx.updateTable('revisions').set({ state }), announce(tx)];`,
    });
    assert.deepEqual(faultsWith(file('actions.ts')), []);
    assertFault(file('actions/restore.ts'), /only revisions\/actions\.ts writes revisions/);
    assertFault(
      write('sql`update revisions r set state = 1`'),
      /only revisions\/actions\.ts writes revisions/,
    );
  });

  it('refuses other files of the base where one folder of it writes', () => {
    const file = (path: string) => ({
      [`server/src/base/${path}`]: `export const a = () => tx.deleteFrom('long_works');`,
    });
    assert.deepEqual(faultsWith(file('long-work/start.ts')), []);
    assertFault(file('jobs.ts'), /only base\/long-work writes long_works/);
    assertFault(write(`tx.deleteFrom('long_works')`), /only base\/long-work writes long_works/);
  });

  it('refuses that another feature has a column of a revision changed', () => {
    const file = (feature: string, call: string) => ({
      [`server/src/features/${feature}/actions.ts`]: `export const a = async () => {
        const clean = { failures: 0 };
        await ${call};
      };`,
    });
    for (const call of [
      'changeRevision(tx, key, { renditions })',
      `moveRevision(tx, key, 'failed', { failures: 1 })`,
      `moveRevision(tx, key, 'failed', clean)`,
      `changeRevision(tx, key, { ...(isWhole ? { progress_percent: 100 } : {}) }, guard)`,
    ]) {
      assertFault(file('videos', call), /only encoding changes a revision's \w+: call an action/);
      assert.deepEqual(faultsWith(file('encoding', call)), [], call);
    }
    const protect = 'changeRevision(tx, key, { protection })';
    assertFault(file('encoding', protect), /only drm changes a revision's protection/);
    for (const call of [protect, 'changeRevision(tx, key, { upload_completed_at: now })']) {
      assert.deepEqual(faultsWith(file('drm', call)), [], call);
    }
  });

  it('refuses a table that a variable names', () => {
    assertFault(write('tx.deleteFrom(table)'), /name the table in the statement/);
    assertFault(write('sql`update ${sql.table(table)} set a = 1`'), /name the table/);
  });

  it('asks for an owner of each table, and for no other table and feature', () => {
    const types = 'server/src/base/database-types.ts';
    const text =
      'export type Database = { clips: { id: string }; videos: V; teams: T; revisions: { id: string } };';
    const faults = faultsWith({ [types]: text });
    const has = (message: RegExp) => faults.some((fault) => message.test(fault));
    assert.ok(has(/no clips, which should own clips: call the table as its feature, or list it/));
    assert.ok(has(/there is no table project_memberships/));
    assert.ok(has(/there is no teams, which should own teams/));
    assert.ok(has(/there is no revisions\/actions\.ts, which should own revisions/));
    assert.ok(has(/there is no column renditions of revisions/));
    assert.ok(has(/there is no view live_videos/));
    assert.ok(!has(/\bvideos|table id/));
  });
});
