import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { findFreePort } from '@kinora/contract/test-port';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { startTestApp, type TestApp } from '../test-app.ts';
import { mailWork, queueMail } from './mail-job.ts';
import { startWorker } from './worker.ts';

const mail = { to: 'malee@example.com', subject: 'Hello', text: 'canary-of-a-link' };
const soon = () => new Date(Date.now() + 60_000);

type QueuedJob = { state: string; retryCount: number; data: object };

async function queuedJobs({ context }: TestApp): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select state::text, retry_count as "retryCount", data from pgboss.job where name = 'mail'`.execute(
    context.db,
  );
  return rows;
}

async function untilJob(app: TestApp, what: string, is: (job: QueuedJob) => boolean) {
  const end = Date.now() + 30_000;
  for (;;) {
    const jobs = await queuedJobs(app);
    if (jobs.some(is)) return;
    assert.ok(Date.now() < end, `no mail is ${what}: ${JSON.stringify(jobs)}`);
    await sleep(50);
  }
}

const queue = ({ context }: TestApp, until: Date) =>
  context.db.transaction().execute((tx) => queueMail(tx, context.config, mail, until));

test('a mail outlives an outage of the mail server and the process that queued it', async () => {
  const port = await findFreePort();
  const app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, done) => {
      stream.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
      stream.on('end', () => done());
    },
  });
  let worker = await startWorker([mailWork], app.context);
  try {
    await queue(app, soon());
    await untilJob(app, 'waiting for another try', ({ state }) => state === 'retry');
    await worker.stop(1000);
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
    worker = await startWorker([mailWork], app.context);
    await untilJob(app, 'sent', ({ state }) => state === 'completed');
    assert.equal(received.length, 1);
    assert.match(received.join(''), /canary-of-a-link/);
  } finally {
    await worker.stop(1000);
    server.close();
    await app.close();
  }
});

test('a mail is sealed in the queue, and opens nowhere else', async () => {
  const app = await startTestApp();
  try {
    await queue(app, soon());
    const [job] = await queuedJobs(app);
    const text = JSON.stringify(job);
    assert.ok(!text.includes('canary') && !text.includes('malee'), text);
    const { sealed } = (job?.data ?? {}) as { sealed: string };
    assert.ok(!Buffer.from(sealed, 'base64').toString('latin1').includes('canary'));
  } finally {
    await app.close();
  }
});

test('a mail whose transaction is undone was never queued', async () => {
  const app = await startTestApp();
  try {
    const { context } = app;
    const undone = context.db.transaction().execute(async (tx) => {
      await queueMail(tx, context.config, mail, soon());
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await queuedJobs(app), []);
  } finally {
    await app.close();
  }
});

test('a mail that is too late to be of use is not sent', async () => {
  const app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  const worker = await startWorker([mailWork], app.context);
  try {
    await queue(app, new Date(Date.now() - 1000));
    await untilJob(app, 'done with', ({ state }) => state === 'completed');
  } finally {
    await worker.stop(1000);
    await app.close();
  }
});
