import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CagedExit, runCaged } from './cage.ts';
import { testFolder } from '../test-clips.ts';
import { findMediaTools } from './tools.ts';

const root = await testFolder();
const tools = await findMediaTools();
const folder = join(root, 'job');
await mkdir(folder);

/** ffmpeg copying a file of some bytes from one place to another. */
async function copy(from: string, to: string): Promise<CagedExit> {
  const limits = { memoryBytes: 2 ** 32, cpuSeconds: 20, fileBytes: 100_000 };
  return runCaged(
    tools,
    {
      program: 'ffmpeg',
      args: (_, seen) => [
        '-v',
        'error',
        '-y',
        '-f',
        'data',
        '-i',
        from.replace('FOLDER', seen),
        '-map',
        '0',
        '-c',
        'copy',
        '-f',
        'data',
        to.replace('FOLDER', seen),
      ],
      inputPath: null,
      folder,
      pipes: 0,
      limits,
    },
    20_000,
    () => undefined,
  );
}

test('a job reads and writes the files of its folder', async () => {
  await writeFile(join(folder, 'in'), 'some bytes');
  const { code, stderr } = await copy('FOLDER/in', 'FOLDER/out');
  assert.equal(code, 0, stderr);
  assert.equal(await readFile(join(folder, 'out'), 'utf8'), 'some bytes');
});

test('a file grows to its limit and no further', async () => {
  await writeFile(join(folder, 'in'), Buffer.alloc(200_000));
  const { code, signal } = await copy('FOLDER/in', 'FOLDER/large');
  assert(code !== 0 || signal !== null);
  assert((await readFile(join(folder, 'large'))).length <= 100_000);
});

const skip = tools.sandbox !== 'bubblewrap' && 'nothing hides other folders here';
test('files beside the folder are not visible', { skip }, async () => {
  await writeFile(join(root, 'secret'), 'secret');
  const read = await copy(join(root, 'secret'), 'FOLDER/stolen');
  assert.notEqual(read.code, 0);
  await writeFile(join(folder, 'in'), 'some bytes');
  const written = await copy('FOLDER/in', join(root, 'planted'));
  assert.notEqual(written.code, 0);
  assert(!(await readdir(root)).includes('planted'));
});
