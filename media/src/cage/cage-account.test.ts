import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CagedJob, runCaged } from './cage.ts';
import { NOBODY } from './cage-arguments.ts';
import { findFallback } from './sandbox.ts';
import { X264, encodeClip, makeClip, testVideo, testFolder } from '../test-clips.ts';
import { type MediaTools, findMediaTools } from './tools.ts';

const root = await testFolder();
const found = await findMediaTools();
/** The state where bubblewrap is missing and the operator allows that. */
const tools: MediaTools = { ...found, ...(await findFallback(found.ffmpeg, 'none for a test')) };
const isRoot = process.getuid?.() === 0;
const skip = !isRoot && 'only root has another account to give';
const limits = { memoryBytes: 2 ** 32, cpuSeconds: 20, fileBytes: 100_000 };

async function run(job: Omit<CagedJob, 'pipes' | 'limits'>): Promise<string> {
  let text = '';
  const exit = await runCaged(
    tools,
    { ...job, pipes: 0, limits },
    20_000,
    (more) => (text += more),
  );
  assert.equal(exit.code, 0, exit.stderr);
  return text;
}

test('without a cage a clip is still encoded', async () => {
  const clip = await makeClip(root, 'clip.mp4', `${testVideo('128x96', '25', 1)} ${X264}`);
  const { written } = await encodeClip(tools, clip);
  assert.equal(written.get('v96')?.segments.length, 1);
});

test(
  'without a cage a media program of root’s is nobody, and gets no rights again',
  { skip },
  async () => {
    const status = ['-v', 'error', '-f', 'data', '-i', '/proc/self/status', '-map', '0'];
    const args = (): string[] => [...status, '-c', 'copy', '-f', 'data', '-'];
    const text = await run({ program: 'ffmpeg', args, inputPath: null });
    assert.match(text, new RegExp(`^Uid:(?:\\s+${NOBODY}){4}$`, 'm'));
    assert.match(text, /^CapEff:\s+0+$/m);
    assert.match(text, /^Groups:\s*(?:65534\s*)?$/m);
    assert.match(text, /^NoNewPrivs:\s+1$/m);
  },
);

test(
  'a program reads a source that is root’s alone, in a folder that nobody else may pass',
  { skip },
  async () => {
    const closed = await mkdtemp(join(root, 'closed-'));
    await chmod(closed, 0o700);
    const source = join(closed, 'source');
    await writeFile(source, 'bytes of a source', { mode: 0o600 });
    const args = (url: string): string[] => [
      '-v',
      'error',
      '-f',
      'data',
      '-i',
      url,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'data',
      '-',
    ];
    assert.equal(await run({ program: 'ffmpeg', args, inputPath: source }), 'bytes of a source');
  },
);

test('a program works in its job’s folder, and can’t write elsewhere', { skip }, async () => {
  const folder = join(root, 'job');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'in'), 'some bytes', { mode: 0o600 });
  const copy = (to: (seen: string) => string): Omit<CagedJob, 'pipes' | 'limits'> => ({
    program: 'ffmpeg',
    args: (_, seen) => [
      '-v',
      'error',
      '-y',
      '-f',
      'data',
      '-i',
      `${seen}/in`,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'data',
      to(seen),
    ],
    inputPath: null,
    folder,
  });
  await run(copy((seen) => `${seen}/out`));
  assert.equal(await readFile(join(folder, 'out'), 'utf8'), 'some bytes');
  assert.equal((await stat(join(folder, 'out'))).uid, NOBODY);
  await assert.rejects(run(copy(() => join(root, 'planted'))), /Permission denied/);
});
