import { z } from 'zod';
import type { Config } from './config.ts';
import type { Tx } from './db.ts';
import { newId } from './ids.ts';
import { defineJob, defineWork, enqueue } from './jobs.ts';
import type { Mail } from './mail.ts';
import { seal, unseal } from './secrets.ts';

const namePlace = (id: string) => `mail ${id}`;

/**
 * Sends a mail, and tries again while the mail server is away. The text is sealed: it may hold a
 * link that signs its reader in, and the queue keeps a job for a day.
 */
export const mailJob = defineJob({
  name: 'mail',
  payload: z.object({ id: z.uuid(), sealed: z.base64(), until: z.iso.datetime() }),
  // A day of tries; `until` ends them earlier.
  options: { concurrency: 2, retryLimit: 300, retryDelayMax: 300, expireInSeconds: 300 },
});

export const mailWork = defineWork(mailJob, {
  handle: async ({ config, mail, log }, { id, sealed, until }) => {
    if (new Date(until) <= new Date()) return log.error('a mail was not sent in time');
    const bytes = unseal(config.secrets.secretKey, namePlace(id), Buffer.from(sealed, 'base64'));
    const content = JSON.parse(bytes.toString()) as Mail | null;
    if (content) await mail.send(content);
  },
});

/**
 * Queues a mail in the transaction of its cause. Null takes the same way but sends nothing, so that
 * the time of an answer does not show whether the account exists.
 *
 * @param until when the mail becomes useless
 */
export async function queueMail(
  tx: Tx,
  config: Config,
  mail: Mail | null,
  until: Date,
): Promise<void> {
  const id = newId();
  const sealed = seal(config.secrets.secretKey, namePlace(id), Buffer.from(JSON.stringify(mail)));
  await enqueue(tx, mailJob, {
    id,
    sealed: sealed.toString('base64'),
    until: until.toISOString(),
  });
}
