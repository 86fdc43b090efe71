import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { preparedName } from './prepared.ts';

/**
 * The policies of tables let a connection see and write only the rows of this team, which they read from
 * `kinora.team`: a team's id, `EVERY_TEAM` or `NO_TENANT`. It may change while no statement runs.
 */
export type Tenant = { team: string };
export const EVERY_TEAM = '*';
export const NO_TENANT = '';

/** `transaction`: a proxy in between gives each transaction another session of the server. */
export type Pooling = 'session' | 'transaction';

type Timeouts = { statementMs: number; idleInTransactionMs: number };

export type TenantPool = {
  pool: pg.Pool;
  pooling: Pooling;
  /** Used with `transaction` pooling; otherwise a session has them from its start. */
  timeouts: Timeouts;
};

/**
 * A Kysely dialect whose pooled connections see what the tenant may see, whatever they were used for before.
 */
export function tenantDialect(opened: TenantPool, tenant: Tenant): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(opened, tenant),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(opened: TenantPool, tenant: Tenant): Driver {
  const session = (connection: DatabaseConnection) => connection as Session;
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      const client = await opened.pool.connect();
      const connection = new Session(client, opened, tenant);
      try {
        if (opened.pooling === 'session') await setTenant(client, tenant.team);
      } catch (error) {
        client.release(true);
        throw error;
      }
      return connection;
    },
    beginTransaction: (connection, settings) => session(connection).begin(settings),
    commitTransaction: (connection) => session(connection).commit(),
    rollbackTransaction: (connection) => session(connection).rollback(),
    releaseConnection: async (connection) => session(connection).release(),
    destroy: () => opened.pool.end(),
  };
}

const shownTeams = new WeakMap<pg.PoolClient, string>();

/** Sends a statement only when the connection showed another team before. */
async function setTenant(client: pg.PoolClient, team: string): Promise<void> {
  if (shownTeams.get(client) === team) return;
  await client.query(`select set_config('kinora.team', $1, false)`, [team]);
  shownTeams.set(client, team);
}

class Session implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #opened: TenantPool;
  readonly #tenant: Tenant;
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: pg.PoolClient, opened: TenantPool, tenant: Tenant) {
    this.#client = client;
    this.#opened = opened;
    this.#tenant = tenant;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#opened.pooling === 'session' || this.#isInTransaction) return this.#send(query);
    await this.begin();
    try {
      const result = await this.#send<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    yield* [];
    throw new Error('Results are not streamed.');
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings = {}): Promise<void> {
    const isolation = isolationLevel ? `isolation level ${isolationLevel}` : '';
    const begin = `begin ${isolation} ${accessMode ?? ''}`;
    // The connection counts as broken until `begin` has succeeded, as it may have succeeded in part.
    this.#isBroken = true;
    await this.#client.query(
      this.#opened.pooling === 'session' ? begin : `${begin}; ${this.#ownSettings()}`,
    );
    this.#isBroken = false;
    this.#isInTransaction = true;
  }

  /** Settings of one transaction: the next one may run where another's were. */
  #ownSettings(): string {
    const { statementMs, idleInTransactionMs } = this.#opened.timeouts;
    const set = (name: string, value: string | number) =>
      `set_config('${name}', ${pg.escapeLiteral(String(value))}, true)`;
    return `select ${set('kinora.team', this.#tenant.team)},
      ${set('statement_timeout', statementMs)},
      ${set('idle_in_transaction_session_timeout', idleInTransactionMs)}`;
  }

  /** @throws AbortedTransactionError when a statement had failed: the server then rolls back */
  async commit(): Promise<void> {
    const { command } = await this.#client.query('commit');
    this.#isInTransaction = false;
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
      this.#isInTransaction = false;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  /** Closes the connection when its state is unknown. */
  release(): void {
    this.#client.release(this.#isBroken);
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    const values = [...parameters];
    const name = this.#opened.pooling === 'session' ? preparedName(query) : undefined;
    const result = await this.#client.query<Row & pg.QueryResultRow>(
      name === undefined ? { text, values } : { name, text, values },
    );
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return {
      rows: result.rows,
      ...(isWrite ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    };
  }
}
