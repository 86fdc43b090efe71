// A worker process for long-work.test.ts: `test-worker.ts DATABASE_URL DATA_DIR` hangs in the second turn.
import { readConfig } from '../config.ts';
import { openContext } from '../context.ts';
import { setListeners } from '../events.ts';
import { startWorker } from '../worker.ts';
import { createCounting } from './test-counting.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const SECRET_KEY = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
const config = readConfig({ DATABASE_URL: url, SECRET_KEY, DATA_DIR: folder });
const { context } = await openContext(config, 'worker');
context.log.level = 'silent';
setListeners([]);
let turns = 0;
const work = createCounting(async () => {
  turns += 1;
  if (turns === 1) return;
  console.log('in the second turn');
  await new Promise(() => undefined);
});
await startWorker([work], context);
