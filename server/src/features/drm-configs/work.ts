import type { Context } from '../../base/context.ts';
import { defineWork, queueSweep } from '../../base/jobs.ts';
import { queueMail } from '../../base/mail-job.ts';
import { takeExpiringCertificate } from './actions/expiry.ts';
import { notifyExpiriesJob } from './jobs.ts';
import { listAdmins } from './queries.ts';
import { createExpiryMail } from './rules/expiry-mail.ts';

const DAY_SECONDS = 24 * 3600;
/** A mail server that is away for so long is not waited for. */
const MAIL_DAYS = 7;

export const tellExpiriesWork = defineWork(notifyExpiriesJob, {
  handle: async (context, _payload, { signal }) => {
    await context.db.transaction().execute((tx) => queueSweep(tx, notifyExpiriesJob, DAY_SECONDS));
    await notifyExpiries(context, new Date(), signal);
  },
});

/** One team a transaction: its mails are queued if and only if it counts as told. */
export async function notifyExpiries(
  { db, config }: Context,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const until = new Date(now.getTime() + MAIL_DAYS * DAY_SECONDS * 1000);
  const tellNext = () =>
    db.transaction().execute(async (tx) => {
      const found = await takeExpiringCertificate(tx, now);
      if (!found) return false;
      for (const { email: to, lang } of await listAdmins(tx, found.teamId)) {
        const { publicUrl } = config;
        await queueMail(tx, config, createExpiryMail(found, { to, lang, publicUrl }), until);
      }
      return true;
    });
  while (!signal.aborted && (await tellNext()));
}
