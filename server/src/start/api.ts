import { shortWork } from '../app-short-work.ts';
import { createApp } from '../app.ts';
import { openContext } from '../base/context.ts';
import { startWorker } from '../base/worker.ts';
import { portIsFree, runRole } from './run-role.ts';

/** How long requests under way and short jobs may take to end; uploads are ended at once. */
const graceMs = 4000;

await runRole('api', async (config) => {
  const { host, port } = config;
  const free = portIsFree('PORT', host, port);
  const { context, close } = await openContext(config, 'api');
  const app = await createApp(context);
  await free;
  await app.listen({ host, port });
  const worker = await startWorker(shortWork, context, { supervises: false });
  return async () => {
    const deadline = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await Promise.all([app.close(), worker.stop(graceMs)]);
    clearTimeout(deadline);
    await close();
  };
});
