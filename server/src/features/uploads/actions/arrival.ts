import { sql } from 'kysely';
import type { Context } from '../../../base/context.ts';
import type { Tx } from '../../../base/db.ts';
import { headMarks, storedLayout } from '../rules/layout.ts';
import type { UploadTimes } from '../rules.ts';
import type { Lease } from './lease.ts';
import type { Writable } from './uploads.ts';

/**
 * The beginning of a file has arrived and may be probed. Called a few times an upload, each time
 * with more of it, in a transaction that is not the upload's: what it throws is logged and undoes
 * what it did, no more.
 */
export type OnHead = (
  tx: Tx,
  upload: { teamId: string; videoKey: string; revisionKey: string },
) => Promise<void>;

/** One PATCH as far as others can read along. */
export type Arrival = { arrived: (size: number) => void; stop: () => void };

export type Arrivals = { follow: (lease: Lease, upload: Writable) => Arrival };

type Flow = { lease: Lease; size: number };

/**
 * Tells workers how much of each file can be read while its PATCH flows: all of this process in one
 * statement about once a second, and at once when a head is there. No PATCH waits for it.
 */
export function openArrivals(
  { db, log }: Pick<Context, 'db' | 'log'>,
  times: UploadTimes,
  onHead: OnHead | null,
): Arrivals {
  const changed = new Set<Flow>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heads: Promise<void> = Promise.resolve();

  async function tell(): Promise<void> {
    const flows = [...changed];
    changed.clear();
    try {
      await db.transaction().execute((tx) => recordArrived(tx, flows));
    } catch (error) {
      log.warn({ err: error, uploads: flows.length }, 'arrivals not told');
    }
    timer = undefined;
    tellSoon();
  }
  function tellSoon(): void {
    if (changed.size > 0) timer ??= setTimeout(() => void tell(), times.arrivalMs);
  }
  function queueHead(flow: Flow, upload: Writable, mark: number, told: OnHead): void {
    const head = { ...flow, mark };
    heads = heads.then(async () => {
      try {
        await db.transaction().execute((tx) => tellHead(tx, upload, head, told));
      } catch (error) {
        log.warn({ err: error, uploadId: upload.id }, 'head not told');
      }
    });
  }
  return {
    follow(lease, upload) {
      const flow = { lease, size: upload.offset };
      let marks = onHead ? marksOf(upload) : [];
      return {
        arrived(size) {
          flow.size = size;
          const mark = marks.findLast((one) => one <= size);
          if (mark !== undefined && onHead) {
            marks = marks.filter((one) => one > size);
            queueHead(flow, upload, mark, onHead);
          }
          changed.add(flow);
          tellSoon();
        },
        // What is acknowledged then tells of itself.
        stop: () => changed.delete(flow),
      };
    },
  };
}

function marksOf(upload: Writable): number[] {
  const { headToldBytes, sizeBytes } = upload;
  return headMarks(storedLayout(upload)).filter((mark) => mark > headToldBytes && mark < sizeBytes);
}

/** Rows that a transaction holds are left for the next time: no upload waits for another's. */
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

/** Once for each mark of an upload, whichever PATCH of whichever process reaches it. */
async function tellHead(
  tx: Tx,
  upload: Writable,
  { lease, size, mark }: Flow & { mark: number },
  onHead: OnHead,
): Promise<void> {
  const row = await tx
    .updateTable('uploads')
    .set({
      head_told_bytes: mark,
      // Another PATCH may have begun anew.
      arrived_bytes: sql<number>`case when lease_id = ${lease.leaseId}
        then greatest(arrived_bytes, ${size}) else arrived_bytes end`,
    })
    .where('id', '=', upload.id)
    .where('completed_at', 'is', null)
    .where('head_told_bytes', '<', mark)
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  const { teamId, videoKey, revisionKey } = upload;
  await onHead(tx, { teamId, videoKey, revisionKey });
}
