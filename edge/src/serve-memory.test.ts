// alone: it measures the memory of its process
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a request is gone with the next quick collection', async () => {
  const program = join(import.meta.dirname, 'test-kept-bytes.ts');
  const options = ['--max-semi-space-size=1', program];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  // A request with its answer takes some 10,000; a leak would keep at least some hundreds of them.
  assert.ok(Number(stdout) < 200, `${stdout} bytes of each request were kept`);
});
