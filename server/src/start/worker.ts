import { startAppWorker } from '../app-worker.ts';
import { openContext } from '../base/context.ts';
import { runRole } from './run-role.ts';
import { openScratch } from './scratch.ts';

/** How long jobs may take to end; longer ones are broken off and taken up again by the next. */
const graceMs = 3000;

await runRole('worker', async (config) => {
  const removeScratch = await openScratch();
  const { context, close } = await openContext(config, 'worker');
  const worker = await startAppWorker(context);
  return async () => {
    await worker.stop(graceMs);
    await close();
    await removeScratch();
  };
});
