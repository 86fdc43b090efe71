import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from './base/context.ts';
import { mailWork } from './base/mail-job.ts';
import { startWorker } from './base/worker.ts';

export type Mails = {
  /** Text of all mails that were sent, once every queued one is. */
  sent: () => Promise<string[]>;
  /** The token of the link in the one mail to that address. */
  tokenFor: (email: string) => Promise<string>;
  stop: () => Promise<void>;
};

const maxWaitMs = 20_000;

/** Sends what is queued into the outbox, as an API process does beside its calls. */
export async function startMails(context: Context): Promise<Mails> {
  const worker = await startWorker([mailWork], context, { supervises: false });
  const sent = async () => {
    await untilAllSent(context);
    const folder = join(context.config.dataDir, 'outbox');
    const names = await readdir(folder).catch(() => []);
    return Promise.all(
      names.map(async (name) => readable(await readFile(join(folder, name), 'utf8'))),
    );
  };
  const tokenFor = async (email: string) => {
    const mails = (await sent()).filter((mail) => mail.includes(`To: ${email}`));
    const token = /token=([\w-]+)/.exec(mails[0] ?? '')?.[1];
    if (mails.length !== 1 || !token) throw new Error(`${mails.length} mails to ${email}`);
    return token;
  };
  return { sent, tokenFor, stop: () => worker.stop(1000) };
}

async function untilAllSent({ db }: Context): Promise<void> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'mail' and state <> 'completed'`.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > end) throw new Error(`mails are ${rows.map((row) => row.state).join()}`);
    await sleep(20);
  }
}

/** Undoes quoted-printable and base64 bodies (RFC 2045 §6.7 and §6.8). */
function readable(mail: string): string {
  const [head = '', ...rest] = mail.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) {
    return `${head}\n\n${Buffer.from(body, 'base64').toString()}`;
  }
  // RFC 2045 §6.7: quoted-printable.
  const joined = body.replaceAll('=\r\n', '');
  return `${head}\n\n${decodeURIComponent(joined.replaceAll('%', '%25').replaceAll(/=(?=[0-9A-F]{2})/g, '%'))}`;
}
