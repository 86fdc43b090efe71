// A process that appends without end, for the test that kills it.
import { bytes } from './conformance-bytes.ts';
import { openStorage } from './storage.ts';

const [url = '', key = ''] = process.argv.slice(2);
const storage = await openStorage(url, process.env);

async function* endless() {
  for (let at = 0; ; at += 65_536) yield bytes(65_536, at);
}

await storage.appendables.create(key);
await storage.appendables.append(key, {
  offset: 0,
  maxSize: Number.MAX_SAFE_INTEGER,
  source: endless(),
  checkpoint: (size) => void process.stdout.write(`${size}\n`),
});
