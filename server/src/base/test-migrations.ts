import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrationsFolder } from './migrate.ts';
import { emptyTestDatabase } from './test-database.ts';

/** An empty database that is brought up to date step by step, for the tests of a migration. */
export async function openTestMigrations() {
  const database = await emptyTestDatabase();
  const client = new pg.Client(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'));
  await client.connect();
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
  /** Runs what comes before the migration of that name, or that one too. */
  const migrateTo = async (name: string, which: 'before' | 'with') => {
    const at = files.toSorted().findIndex((file) => file.endsWith(`-${name}.sql`));
    if (at === -1) throw new Error(`no migration is called ${name}`);
    for (const file of files.toSorted().slice(0, which === 'with' ? at + 1 : at)) {
      await cp(join(migrationsFolder, file), join(folder, file));
    }
    await migrate(database.url, folder);
  };
  const close = async () => {
    await client.end();
    await database.close();
    await rm(folder, { recursive: true });
  };
  return { client, url: database.url, migrateTo, close };
}
