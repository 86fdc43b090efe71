import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrationsFolder, readMigrations } from '../base/migrate.ts';

type Row = Record<string, unknown>;

/** The database of a version that was released: its migrations, and rows that it had written. */
export type Release = {
  version: string;
  /** Hashes by file name. */
  migrations: Record<string, string>;
  /** Belongs to an admin of the team with the rows. */
  token: string;
  videoKey: string;
  /** By table. */
  rows: Record<string, Row[]>;
};

/** Reads all releases, the first one first. */
export async function readReleases(): Promise<Release[]> {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(
    names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  );
  const releases = texts.map((text) => JSON.parse(text) as Release);
  return releases.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** Reads all rows of a database as the version that runs has written them. */
export async function readRelease(
  url: string,
  about: Pick<Release, 'version' | 'token' | 'videoKey'>,
): Promise<Release> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const rows: Release['rows'] = {};
    for (const table of await listTables(client)) {
      const found = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
      if (found.rows.length > 0) rows[table] = found.rows.map(({ row }) => row);
    }
    const files = await readMigrations();
    const migrations = Object.fromEntries(files.map(({ name, hash }) => [name, hash]));
    return { ...about, migrations, rows };
  } finally {
    await client.end();
  }
}

/** Fills an empty database with the rows of a release. */
export async function restoreRelease(url: string, release: Release): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-release-'));
  const client = new pg.Client(url);
  try {
    for (const name of Object.keys(release.migrations)) {
      await cp(join(migrationsFolder, name), join(folder, name));
    }
    await migrate(url, folder);
    await client.connect();
    for (const [table, rows] of Object.entries(release.rows)) {
      // The rows include what triggers would add.
      await client.query(`alter table ${table} disable trigger user`);
      await client.query(
        `insert into ${table} overriding system value
          select * from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
      await client.query(`alter table ${table} enable trigger user`);
    }
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}

/** Each table comes after those that it refers to. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; others: string[] }>(`
    select t.tablename as name, array(
      select c.confrelid::regclass::text from pg_constraint c
      where c.contype = 'f' and c.conrelid = t.tablename::regclass and c.confrelid <> c.conrelid
    ) as others
    from pg_tables t
    where t.schemaname = 'public' and t.tablename <> 'schema_migrations' order by t.tablename`);
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    rows.find((row) => row.name === name)?.others.forEach(add);
    ordered.push(name);
  };
  for (const { name } of rows) add(name);
  return ordered;
}
