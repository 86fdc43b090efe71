import type { Context } from '../../../base/context.ts';
import type { Tx } from '../../../base/db.ts';
import { headMarks, storedLayout } from '../rules/layout.ts';
import type { UploadTimes } from '../rules.ts';
import { heldRow, type Lease } from './lease.ts';
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

export type Arrival = { arrived: (size: number) => void; stop: () => void };

type Teller = {
  app: Pick<Context, 'db' | 'log'>;
  times: UploadTimes;
  onHead: OnHead | null;
};

/**
 * Tells workers how much of a file can be read while a PATCH flows: about once a second, and at
 * once when its head is there. The PATCH waits for none of it.
 */
export function tellArrival(
  { app, times, onHead }: Teller,
  lease: Lease,
  upload: Writable,
): Arrival {
  const { offset, headToldBytes, sizeBytes } = upload;
  const marks = headMarks(storedLayout(upload)).filter(
    (mark) => mark > headToldBytes && mark < sizeBytes,
  );
  let latest = offset;
  let told = offset;
  let toldAtMs = performance.now();
  let isTelling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function tell(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isTelling = true;
    told = latest;
    toldAtMs = performance.now();
    const reached = marks.filter((mark) => mark <= told);
    marks.splice(0, reached.length);
    try {
      await app.db.transaction().execute((tx) => recordArrived(tx, lease, told));
      const mark = reached.at(-1);
      if (mark !== undefined && onHead) {
        await app.db.transaction().execute((tx) => tellHead(tx, upload, mark, onHead));
      }
    } catch (error) {
      app.log.warn({ err: error, uploadId: upload.id }, 'arrival not told');
    }
    isTelling = false;
    look();
  }
  function look(): void {
    if (isTelling || latest === told) return;
    const [mark = Infinity] = marks;
    const waitMs = latest >= mark ? 0 : toldAtMs + times.arrivalMs - performance.now();
    if (waitMs <= 0) void tell();
    else if (!isStopped) timer ??= setTimeout(() => void tell(), waitMs);
  }
  return {
    arrived(size) {
      latest = size;
      look();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function recordArrived(tx: Tx, lease: Lease, bytes: number): Promise<void> {
  await heldRow(tx, lease).set({ arrived_bytes: bytes }).execute();
}

/** Once for each mark of an upload, whichever PATCH of whichever process reaches it. */
async function tellHead(tx: Tx, upload: Writable, mark: number, onHead: OnHead): Promise<void> {
  const row = await tx
    .updateTable('uploads')
    .set({ head_told_bytes: mark })
    .where('id', '=', upload.id)
    .where('completed_at', 'is', null)
    .where('head_told_bytes', '<', mark)
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  const { teamId, videoKey, revisionKey } = upload;
  await onHead(tx, { teamId, videoKey, revisionKey });
}
