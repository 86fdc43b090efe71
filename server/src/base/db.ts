import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './database-types.ts';
import type { Log } from './log.ts';
import { EVERY_TEAM, tenantDialect, type Pooling, type Tenant, type TenantPool } from './tenant.ts';

export type Db = Kysely<Database>;
/** Writes take this and not a `Db`, so that nothing writes outside a transaction. */
export type Tx = Transaction<Database>;

/**
 * Keeps one connection open between periodic look-ups: opening one costs both sides far more than a
 * look-up does.
 */
export const KEPT_OPEN = 1;

export type DbOptions = {
  /** Most connections of this process for itself. */
  max: number;
  log: Log;
  /** The server ends a query that takes longer, 30 s by default. */
  statementTimeoutMs?: number;
  /** `session` by default. */
  pooling?: Pooling;
};

/** The oldest PostgreSQL whose SQL we use. */
const MIN_VERSION = 15;

/** The system's own database, which sees every team: for jobs, the start, and the look-up of callers. */
export function openDb(url: string, options: DbOptions): Db {
  return openOn(openPool(url, options, KEPT_OPEN), { team: EVERY_TEAM });
}

/**
 * Databases of one tenant each, on connections of their own: those of the system never show one team, so
 * that neither costs the other a statement. The tenant may be set later, to a team once it is proven.
 */
export function openTenantDbs(
  url: string,
  options: DbOptions,
): { tenantDb: (tenant: Tenant) => Db; close: () => Promise<void> } {
  const opened = openPool(url, options, 0);
  return { tenantDb: (tenant) => openOn(opened, tenant), close: () => opened.pool.end() };
}

function openOn(opened: TenantPool, tenant: Tenant): Db {
  return new Kysely<Database>({ dialect: tenantDialect(opened, tenant) });
}

/**
 * A pool of connections with our types: int8 (counts, sizes) as number, timestamps as Date, dates
 * as text. Losing the server costs the queries in flight, never the process.
 */
function openPool(url: string, options: DbOptions, min: number): TenantPool {
  const { pooling = 'session' } = options;
  const timeouts = {
    statementMs: options.statementTimeoutMs ?? 30_000,
    // A transaction that a stopped process left open must not hold its locks for ever.
    idleInTransactionMs: 60_000,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    min,
    types: { getTypeParser },
    // A proxy may refuse a session that begins with settings.
    ...(pooling === 'session' && {
      statement_timeout: timeouts.statementMs,
      idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    }),
    connectionTimeoutMillis: 10_000,
    application_name: 'kinora',
    keepAlive: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'));
  // The pool listens to idle connections only; one in use must not take the process with it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, pooling, timeouts };
}

const OIDS: { int8: number; date: number } = {
  int8: pg.types.builtins.INT8,
  date: pg.types.builtins.DATE,
};

function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (format !== 'binary') {
    if (oid === OIDS.int8) return parseInt8;
    if (oid === OIDS.date) return (text: string) => text;
  }
  return pg.types.getTypeParser(oid, format);
}

/** @throws RangeError above 2^53, where a number would silently be another one */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`);
  return value;
}

/** @throws Error with the cause, without the password of the address */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (!(major >= MIN_VERSION)) {
      throw new Error(`DATABASE_URL: PostgreSQL ${major} is too old, ${MIN_VERSION} is needed.`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws when the database does not answer */
export async function checkDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Says whether our database role bypasses the policies that keep teams apart. */
export async function ignoresPolicies(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ignores: boolean }>`
    select rolsuper or rolbypassrls as ignores from pg_roles where rolname = current_user
  `.execute(db);
  return rows[0]?.ignores ?? false;
}

/** All machines share the database's clock; their own may be hours apart. */
export const databaseNow = sql<Date>`now()`;

/** The driver gives these errors no code, nor the one of a transaction that lost its connection. */
const NO_CONNECTION =
  /^(Connection terminated|Client .* is not queryable|timeout exceeded when trying to connect)/;

/** Says whether a query failed since the server is away, starts or ends, or broke the connection off. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // PostgreSQL's classes 08 (connection) and 57P (operator intervention), or the socket's own.
  if (/^(08|57P)/.test(code)) return error instanceof pg.DatabaseError;
  const isSocket = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code);
  return isSocket || NO_CONNECTION.test(error.message);
}

/** One transaction at a time has the lock of `name`; the others wait for its end. */
export async function lockByName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
}
