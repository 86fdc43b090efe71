// A worker process for jobs.test.ts: `test-worker.ts DATABASE_URL QUEUE DATA_DIR` runs jobs of 2 s each.
import { z } from 'zod';
import { readConfig } from './config.ts';
import { openContext } from './context.ts';
import { defineJob, defineWork } from './jobs.ts';
import { startWorker } from './worker.ts';

const [url = '', name = '', folder = ''] = process.argv.slice(2);
const SECRET_KEY = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
const config = readConfig({ DATABASE_URL: url, SECRET_KEY, DATA_DIR: folder });
const { context, close } = await openContext(config, 'worker');
const work = defineWork(
  defineJob({
    name,
    payload: z.object({}),
    options: {},
  }),
  {
    handle: async (_context, _payload, { token }) => {
      console.log(`started ${token.retryCount}`);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      console.log(`finished ${token.retryCount}`);
    },
  },
);
context.log.level = 'silent';
const worker = await startWorker([work], context);
process.on('SIGTERM', () => {
  void worker.stop(1000).then(close);
});
