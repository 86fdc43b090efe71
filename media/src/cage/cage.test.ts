import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type CagedExit, runCaged, startCaged } from './cage.ts';
import { EncodeError, MediaToolsError } from './errors.ts';
import { encodePiece } from '../encode/encode-piece.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodeClip, makeClip, testVideo, testFolder, toWholePiece } from '../test-clips.ts';
import { type MediaTools, findMediaTools } from './tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const bare: MediaTools = { ...tools, sandbox: 'none', wrapper: [] };
const clip = await makeClip(folder, 'clip.mp4', `${testVideo('128x96', '25', 3)} ${X264}`);
const LIMITS = { memoryBytes: 4 * 2 ** 30, cpuSeconds: 60 };

async function caged(
  cage: MediaTools,
  args: (url: string) => string[],
  limits = LIMITS,
): Promise<CagedExit & { text: string }> {
  let text = '';
  const job = { program: 'ffprobe', args, inputPath: clip, pipes: 0, limits } as const;
  const exit = await runCaged(cage, job, 30_000, (more) => (text += more));
  return { ...exit, text };
}

test('the tools are found, and the start line names version and sandbox', () => {
  assert.match(tools.description, /^ffmpeg \S+; (?:sandbox: |WARNING: no sandbox)/);
});

test('a missing or false ffmpeg is an error of its own', async () => {
  await assert.rejects(findMediaTools({ ffmpegPath: '/nowhere/ffmpeg' }), MediaToolsError);
  await assert.rejects(findMediaTools({ ffmpegPath: '/bin/true' }), MediaToolsError);
});

test('a clip is read and encoded in the sandbox and without one', async () => {
  for (const cage of [tools, bare]) {
    const { written } = await encodeClip(cage, clip);
    assert.equal(written.get('v96')?.segments.length, 1);
  }
});

test('the caged process sees neither the real name of its input nor our environment', async () => {
  process.env['KINORA_CANARY'] = 'canary-in-the-environment';
  for (const cage of [tools, bare]) {
    const { text, code } = await caged(cage, (url) => ['-show_format', '-of', 'json', url]);
    assert.equal(code, 0);
    assert(!text.includes(folder), text);
    const environment = ['-f', 'data', '-show_data', '-show_packets', '/proc/self/environ'];
    const seen = await caged(cage, () => environment);
    assert(!`${seen.text}${seen.stderr}`.includes('canary'), seen.text);
  }
  delete process.env['KINORA_CANARY'];
});

test('a process that ends while files are slow to close has said what it said', async () => {
  const late: Promise<void>[] = [];
  for (const cage of [tools, bare]) {
    const { text, code } = await caged(cage, (url) => {
      // These occupy all threads that open and close files before the process begins.
      for (let n = 0; n < 8; n += 1)
        late.push(promisify(pbkdf2)('', '', 4_000_000, 32, 'sha256').then(() => undefined));
      return ['-show_format', '-of', 'json', url];
    });
    assert.equal(code, 0);
    assert.match(text, /"format_name"/);
    await Promise.all(late);
  }
});

test(
  'other files of the machine are not there',
  { skip: tools.sandbox !== 'bubblewrap' },
  async () => {
    const other = join(folder, 'other.txt');
    await writeFile(other, 'secret');
    for (const path of [other, '/etc/passwd']) {
      const { code, stderr } = await caged(tools, () => ['-f', 'data', '-i', path]);
      assert.notEqual(code, 0);
      assert.match(stderr, /No such file/);
    }
  },
);

test('there is no network', { skip: tools.sandbox === 'none' }, async () => {
  const { stderr } = await caged(tools, () => ['-i', 'tcp://127.0.0.1:9?timeout=1000000']);
  assert.match(
    stderr,
    /Operation not permitted|Network is unreachable|Connection refused|Cannot assign/,
  );
  const routes = await caged(tools, () => [
    '-f',
    'data',
    '-show_packets',
    '-show_data',
    '/proc/net/route',
  ]);
  assert(!/eth|ens|wlan/.test(routes.text));
});

test('a process over its memory limit fails alone', { skip: !tools.prlimit }, async () => {
  const { code } = await caged(tools, (url) => [url], { memoryBytes: 2 ** 20, cpuSeconds: 60 });
  assert.notEqual(code, 0);
});

type Niceness = { own: number; /** null where the system has none */ ofSession: number | null };

/** The nice values of the ffmpeg processes below ours. */
async function nicenesses(): Promise<Niceness[]> {
  const found: Niceness[] = [];
  for (const pid of await descendants()) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    if (!stat.includes(' (ffmpeg) ')) continue;
    const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    const session = await readFile(`/proc/${pid}/autogroup`, 'latin1').catch(() => '');
    const [, nice] = / nice (-?\d+)/.exec(session) ?? [];
    found.push({ own, ofSession: nice === undefined ? null : Number(nice) });
  }
  return found;
}

test('a process with a nice value has it from its first moment', async () => {
  const input = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=60'];
  const args = (): string[] => ['-v', 'error', ...input, '-f', 'rawvideo', '-'];
  for (const cage of [tools, bare]) {
    // The test needs more than one process, as either the wrapper or its child may be seen first.
    for (let tries = 0; tries < 5; tries += 1) {
      const job = { program: 'ffmpeg', args, inputPath: null, pipes: 0, limits: LIMITS } as const;
      const started = await startCaged(cage, { ...job, niceness: 7 });
      await once(started.stdout, 'data');
      const seen = await nicenesses();
      const isLow = ({ ofSession }: Niceness): boolean => ofSession === null || ofSession === 7;
      // Users other than root may set it a little later.
      for (let looks = 0; looks < 40 && !(await nicenesses()).every(isLow); looks += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      const later = await nicenesses();
      started.kill();
      await started.exit;
      assert.deepEqual(new Set(seen.map(({ own }) => own)), new Set([getPriority() + 7]));
      assert(later.length > 0 && later.every(isLow), JSON.stringify(later));
    }
  }
});

/** Process ids below ours, from /proc. */
async function descendants(): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (state && state !== 'Z') parents.set(Number(name), Number(parent));
  }
  const below = (pid: number): number[] =>
    [...parents].flatMap(([child, parent]) => (parent === pid ? [child, ...below(child)] : []));
  return below(process.pid);
}

/** A process that has ended since it was listed is no failure. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

test('aborting an encode ends its whole group before the promise settles', async () => {
  const long = await makeClip(folder, 'long.mp4', `${testVideo('640x360', '25', 20)} ${X264}`);
  for (const cage of [tools, bare]) {
    const stop = new AbortController();
    const plan = planStream(await probeSource(cage, long), DEFAULT_LADDER);
    let running: number[] = [];
    const sink = {
      init: async () => {
        // Later renditions come when the first has stopped all of them already.
        const found = await descendants();
        if (running.length === 0) running = found;
        stop.abort(new Error('cancelled by its user'));
      },
      segment: async () => undefined,
    };
    const encoding = encodePiece(cage, plan, toWholePiece(plan), long, sink, {
      signal: stop.signal,
    });
    await assert.rejects(encoding, /cancelled by its user/);
    assert(running.length > 0);
    // The kernel may reap the namespace's first process a moment later, on a busy machine more.
    let left = running;
    for (let tries = 0; left.length > 0 && tries < 100; tries += 1) {
      const alive = new Set(await descendants());
      left = running.filter((pid) => alive.has(pid));
      if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.deepEqual(left, []);
  }
});

test("a sink's error ends the encode and stays itself; a full disk is reported as one", async () => {
  const plan = planStream(await probeSource(tools, clip), DEFAULT_LADDER);
  const failing = (error: Error): Promise<unknown> =>
    encodePiece(tools, plan, toWholePiece(plan), clip, {
      init: async () => undefined,
      segment: async () => {
        throw error;
      },
    });
  await assert.rejects(failing(new Error('storage is away')), /storage is away/);
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  await assert.rejects(
    failing(full),
    (error) => error instanceof EncodeError && error.reason === 'disk_full',
  );
});

test('a source that vanished, or is not what was probed, is unreadable', async () => {
  const plan = planStream(await probeSource(tools, clip), DEFAULT_LADDER);
  const other = join(folder, 'words.mp4');
  await writeFile(other, 'no longer a video'.repeat(100));
  const sink = { init: async () => undefined, segment: async () => undefined };
  for (const path of [join(folder, 'gone.mp4'), other])
    await assert.rejects(
      encodePiece(tools, plan, toWholePiece(plan), path, sink),
      (error) => error instanceof EncodeError && error.reason === 'source_unreadable',
    );
});

test(
  'a process killed from outside is reported as killed',
  { skip: tools.sandbox !== 'bubblewrap' },
  async () => {
    const plan = planStream(await probeSource(bare, clip), DEFAULT_LADDER);
    const sink = {
      init: async () => {
        for (const pid of await descendants()) kill(pid);
      },
      segment: async () => undefined,
    };
    const slow = await makeClip(folder, 'slow.mp4', `${testVideo('640x360', '25', 20)} ${X264}`);
    const slowPlan = planStream(await probeSource(bare, slow), DEFAULT_LADDER);
    assert(plan.video && slowPlan.video);
    await assert.rejects(
      encodePiece(bare, slowPlan, toWholePiece(slowPlan), slow, sink),
      (error) => error instanceof EncodeError && error.reason === 'killed',
    );
  },
);
