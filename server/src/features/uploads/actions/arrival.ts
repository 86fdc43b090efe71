import { sql } from 'kysely';
import { actingFor, ownActor } from '../../../base/actor.ts';
import type { Context } from '../../../base/context.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { write } from '../../../base/write.ts';
import type { UploadTimes } from '../rules.ts';
import type { Lease } from './lease.ts';
import type { Writable } from './uploads.ts';

/** A PATCH that others can read along. */
export type Arrival = { arrived: (size: number) => void; stop: () => void };

export type Arrivals = { follow: (lease: Lease, upload: Pick<Writable, 'offset'>) => Arrival };

type Flow = { lease: Lease; size: number };

/** Runs when more of some files has come. */
export type OnArrived = (db: Db) => Promise<void>;

/**
 * Records for workers how much of each file can be read while its PATCH flows: for all of this process
 * in one statement, about four times a second. No PATCH waits for it.
 */
export function openArrivals(
  context: Pick<Context, 'db' | 'log'>,
  times: UploadTimes,
  onArrived: OnArrived | null,
): Arrivals {
  const app = { ...context, db: actingFor(context.db, ownActor('arrivals')) };
  const changed = new Set<Flow>();
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function report(): Promise<void> {
    const flows = [...changed];
    changed.clear();
    hasEnded = false;
    try {
      await write({ app }, null, (tx) => recordArrived(tx, flows));
      await onArrived?.(app.db);
    } catch (error) {
      app.log.warn({ err: error, uploads: flows.length }, 'arrivals not recorded');
    }
    timer = undefined;
    reportSoon();
  }
  function reportSoon(): void {
    if (changed.size > 0 || hasEnded) timer ??= setTimeout(() => void report(), times.arrivalMs);
  }
  return {
    follow(lease, upload) {
      const flow = { lease, size: upload.offset };
      return {
        arrived(size) {
          flow.size = size;
          changed.add(flow);
          reportSoon();
        },
        // The last bytes are recorded as they are acknowledged, which follows at once.
        stop() {
          changed.delete(flow);
          hasEnded = true;
          reportSoon();
        },
      };
    },
  };
}

/** Rows that a transaction has locked are left for the next time: no upload waits for another. */
async function recordArrived(tx: Tx, flows: readonly Flow[]): Promise<void> {
  if (flows.length === 0) return;
  const ids = flows.map(({ lease }) => lease.uploadId);
  const leases = flows.map(({ lease }) => lease.leaseId);
  const sizes = flows.map(({ size }) => size);
  await sql`
    with flowing as (
      select u.id, flow.bytes
      from uploads u
      join unnest(${ids}::text[], ${leases}::uuid[], ${sizes}::bigint[])
        as flow (id, lease_id, bytes) on flow.id = u.id and flow.lease_id = u.lease_id
      for update of u skip locked
    )
    update uploads u set arrived_bytes = flowing.bytes from flowing where u.id = flowing.id
  `.execute(tx);
}
