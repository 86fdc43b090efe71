import { availableParallelism } from 'node:os';
import { MediaToolsError, NoCageError } from '@kinora/media/cage/errors';
import { openMediaTools } from '@kinora/media/cage/found-tools';
import type { MediaTools } from '@kinora/media/cage/tools';
import { startAppWorker } from '../app-worker.ts';
import type { Config } from '../base/config.ts';
import { openContext } from '../base/context.ts';
import { type Log, openLog } from '../base/log.ts';
import { RoleRefused, runRole } from './run-role.ts';
import { openScratch } from './scratch.ts';

/** Jobs may take this long to end; longer ones are broken off and taken up by the next worker. */
const GRACE_MS = 3000;

const HOW_TO_MEND =
  'Without one, a file that takes over ffmpeg has all that Kinora has. Install bubblewrap and let it ' +
  'make user namespaces (docs/operate.md, "ffmpeg"), then start again; or set ALLOW_NO_SANDBOX=1.';

await runRole('worker', async (config) => {
  const tools = await openTools(config, openLog('worker'));
  const removeScratch = await openScratch();
  const { context, close } = await openContext(config, 'worker');
  const worker = await startAppWorker(context, { isCaged: tools?.sandbox !== 'none' });
  return async () => {
    await worker.stop(GRACE_MS);
    await close();
    await removeScratch();
  };
});

/** Null without ffmpeg, which may be installed while we run: jobs fail until then. */
async function openTools(
  { workerSlots, allowsNoSandbox }: Config,
  log: Log,
): Promise<MediaTools | null> {
  try {
    const slots = workerSlots ?? availableParallelism();
    const tools = await openMediaTools({ slots, allowsNoSandbox });
    const { sandbox, version, description } = tools;
    const level = description.includes('WARNING') ? 'warn' : 'info';
    log[level]({ sandbox, ffmpeg: version }, description);
    return tools;
  } catch (error) {
    if (error instanceof NoCageError) throw new RoleRefused(`${error.message}. ${HOW_TO_MEND}`);
    if (!(error instanceof MediaToolsError)) throw error;
    log.error({ err: error }, 'no videos can be processed until ffmpeg is installed');
    return null;
  }
}
