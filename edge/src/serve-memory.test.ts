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
  // One with its answer has some 10,000; what is kept by mistake is some hundreds of them at the least.
  assert.ok(Number(stdout) < 200, `${stdout} bytes of each request were kept`);
});
