import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCaged, startCaged } from './cage.ts';
import type { Limits } from './cage-arguments.ts';
import { ProbeError } from './errors.ts';
import { isLarge, computeMemoryShare, takeTurn } from './memory-share.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, makeClip, testFolder } from '../test-clips.ts';
import { type MediaTools, findMediaTools } from './tools.ts';

const GIB = 2 ** 30;
const folder = await testFolder();
const found = await findMediaTools();
const giving = (eachBytes: number, largestBytes = eachBytes): MediaTools => ({
  ...found,
  memory: { eachBytes, largestBytes },
});

test('all slots and as many other processes together may use the machine’s memory', () => {
  for (const [gib, slots] of [
    [24, 2],
    [64, 8],
    [512, 64],
  ] as const)
    assert.equal(computeMemoryShare(slots, gib * GIB).eachBytes * slots * 2, gib * GIB);
});

test('on a small machine each process may use what ordinary videos need, and never more than half', () => {
  assert.equal(computeMemoryShare(8, 8 * GIB).eachBytes, 2 * GIB);
  assert.deepEqual(computeMemoryShare(2, 3 * GIB), {
    eachBytes: 1.5 * GIB,
    largestBytes: 1.5 * GIB,
  });
  assert.equal(computeMemoryShare(16, 64 * GIB).largestBytes, 32 * GIB);
});

test('4K with all its renditions is encoded by many processes at once everywhere, 8K where there is room', () => {
  const renditions = (width: number, height: number): Limits => {
    const pixels = width * height * 2 + 1920 * 1080 * 2;
    return { memoryBytes: Infinity, cpuSeconds: 1, pixels };
  };
  assert.equal(isLarge(computeMemoryShare(8, 8 * GIB), renditions(3840, 2160)), false);
  assert.equal(isLarge(computeMemoryShare(8, 8 * GIB), renditions(7680, 4320)), true);
  assert.equal(isLarge(computeMemoryShare(2, 64 * GIB), renditions(7680, 4320)), false);
});

/** The limit of address space that is in force for a program of the cage. */
async function readLimit(tools: MediaTools, limits: Limits): Promise<number> {
  let text = '';
  const input = ['-v', 'error', '-f', 'data', '-i', '/proc/self/limits', '-map', '0'];
  const args = (): string[] => [...input, '-c', 'copy', '-f', 'data', '-'];
  const job = { program: 'ffmpeg', args, inputPath: null, pipes: 0, limits } as const;
  const exit = await runCaged(tools, job, 20_000, (more) => (text += more));
  assert.equal(exit.code, 0, exit.stderr);
  return Number(/Max address space\s+(\d+)/.exec(text)?.[1]);
}

test(
  'a process gets the memory it requests within the share',
  { skip: !found.prlimit },
  async () => {
    const tools = giving(2 * GIB, 3 * GIB);
    const requested = (memoryBytes: number, pixels = 0): Limits => ({
      memoryBytes,
      pixels,
      cpuSeconds: 20,
    });
    assert.equal(await readLimit(tools, requested(1.5 * GIB)), 1.5 * GIB);
    assert.equal(await readLimit(tools, requested(16 * GIB)), 2 * GIB);
    assert.equal(await readLimit(tools, requested(16 * GIB, 8192 * 8192)), 3 * GIB);
  },
);

test('large processes run one after the other, others beside them', async () => {
  const tools = giving(2 * GIB);
  const args = (): string[] => [
    '-v',
    'error',
    '-re',
    '-f',
    'lavfi',
    '-i',
    'anullsrc',
    '-f',
    'null',
    '-',
  ];
  const job = (pixels: number, signal?: AbortSignal) =>
    ({
      program: 'ffmpeg',
      args,
      inputPath: null,
      pipes: 0,
      signal,
      limits: { memoryBytes: 2 * GIB, cpuSeconds: 20, pixels },
    }) as const;
  const first = await startCaged(tools, job(8192 * 8192));
  let order = '';
  const second = startCaged(tools, job(8192 * 8192)).then((started) => {
    order += 'second';
    return started;
  });
  const stop = new AbortController();
  const given = startCaged(tools, job(8192 * 8192, stop.signal));
  stop.abort(new Error('no longer wanted'));
  await assert.rejects(given, /no longer wanted/);
  const small = await startCaged(tools, job(0));
  order += 'small first ';
  first.kill();
  await first.exit;
  order += 'ended ';
  const started = await second;
  assert.equal(order, 'small first ended second');
  for (const one of [small, started]) {
    one.kill();
    await one.exit;
  }
  (await takeTurn(undefined))();
});

const LARGE = `-f lavfi -i color=s=8192x8192:r=1:d=1 ${X264}`;

test('video streams with too many pixels together are refused before they take memory', async () => {
  await makeClip(folder, 'one.mp4', LARGE);
  const tracks = (count: number): string =>
    `-i ${join(folder, 'one.mp4')} ${'-map 0:v '.repeat(count)} -c copy`;
  // Four decoded frames take more than a process has here.
  const tools = giving(GIB);
  for (const name of ['four.mp4', 'four.mkv', 'four.ts']) {
    const path = await makeClip(folder, name, tracks(4));
    await assert.rejects(
      probeSource(tools, path),
      (error) => error instanceof ProbeError && error.reason === 'too_large',
      name,
    );
  }
  const two = await makeClip(folder, 'two.mkv', tracks(2));
  for (const path of [join(folder, 'one.mp4'), two])
    assert.equal((await probeSource(tools, path)).video?.codedWidth, 8192);
});

test('many small tracks are no fault', async () => {
  const path = await makeClip(
    folder,
    'many.mkv',
    `-f lavfi -i testsrc2=s=64x64:r=25:d=0.4 ${'-map 0 '.repeat(40)} -c:v mpeg4`,
  );
  assert.equal((await probeSource(giving(GIB), path)).video?.codedWidth, 64);
});

test(
  'a file that the machine is too small for is reported as that, not as the file’s fault',
  { skip: !found.prlimit },
  async () => {
    const path = await makeClip(folder, 'honest.mkv', LARGE);
    await assert.rejects(
      probeSource(giving(0.4 * GIB), path),
      (error) => error instanceof ProbeError && error.reason === 'out_of_memory',
    );
  },
);
