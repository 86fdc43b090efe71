// This process appends without end, for the test that kills it.
import { bytes } from './conformance-bytes.ts';
import type { Layout } from './layout.ts';
import { openStorage } from './storage.ts';

const [url = '', key = '', layout] = process.argv.slice(2);
const storage = await openStorage(url, process.env);

async function* endless() {
  for (let at = 0; ; at += 65_536) yield bytes(65_536, at);
}

await storage.appendables.create(key, layout ? (JSON.parse(layout) as Layout) : null);
await storage.appendables.append(key, {
  offset: 0,
  maxSize: Number.MAX_SAFE_INTEGER,
  source: endless(),
  // The checkpoint never ends, so that the kill always comes first.
  checkpoint: (size) => {
    process.stdout.write(`${size}\n`);
    return new Promise(() => undefined);
  },
});
