import { shortWork } from '../app-short-work.ts';
import { createApp } from '../app.ts';
import { openContext } from '../base/context.ts';
import { mailWork } from '../base/mail-job.ts';
import { startWorker } from '../base/worker.ts';
import { waitForPort, runRole } from './run-role.ts';

/** Requests under way and short jobs may take this long to end; uploads are ended at once. */
const GRACE_MS = 4000;

await runRole('api', async (config) => {
  const { host, port } = config;
  const free = waitForPort('PORT', host, port);
  const { context, close } = await openContext(config, 'api');
  const app = await createApp(context);
  // The worker starts before the port opens: it ends the process when the database does not answer. Mails are
  // sent only here, so that processes which read strangers' files can't reach the mail server.
  const worker = await startWorker([...shortWork, mailWork], context, { supervises: false });
  await free;
  await app.listen({ host, port });
  return async () => {
    const deadline = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    await Promise.all([app.close(), worker.stop(GRACE_MS)]);
    clearTimeout(deadline);
    await close();
  };
});
