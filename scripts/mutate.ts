/**
 * `node scripts/mutate.ts PATH…` changes the given files a little, one change at a time, and runs
 * the tests that import them: a change that no test sees is a rule that no test holds.
 */
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isCode, isShipped, readTree, type Tree } from './layout/source.ts';
import { coveringTests } from './mutation/covering-tests.ts';
import { listMutants, type Mutant } from './mutation/mutants.ts';

type Outcome = 'killed' | 'survived' | 'untested';

const USAGE = `node scripts/mutate.ts [options] PATH…
  --sample N      changes to try, drawn from all (60; 0: every one)
  --seed TEXT     draws another sample (1)
  --tests PATH    only tests below it; again for more (those of the same root folder)
  --limit-s N     begin no change after so many seconds (600)
  --at-once N     test runs side by side (2)`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [] },
    'limit-s': { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '2' },
  },
});
if (positionals.length === 0) throw new Error(USAGE);

const tree = await readTree(root);
const allTests = [...tree.keys()].filter((path) => /(?<!\.browser)\.test\.ts$/.test(path));
const drawn = draw(mutantsOf(tree, positionals), Number(values.sample), values.seed);
// Tests that are killed leave their folders behind.
const temporary = await mkdtemp(join(tmpdir(), 'kinora-mutants-'));
// Some act as another user.
await chmod(temporary, 0o1777);
try {
  const runs = await measureUnchanged(drawn);
  summarise(await tryAll(drawn, runs));
} finally {
  await unmountBelow(temporary);
  await rm(temporary, { recursive: true, force: true });
}

/** Tests that are killed leave their small disks mounted too. */
async function unmountBelow(folder: string): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  for (const mount of mounts.split('\n')) {
    const [, path = ''] = mount.split(' ');
    if (path.startsWith(`${folder}/`)) spawnSync('umount', ['-l', path]);
  }
}

function mutantsOf(files: Tree, paths: readonly string[]): Mutant[] {
  return [...files]
    .filter(([file]) => isBelow(file, paths) && isCode(file) && isShipped(file))
    .flatMap(([file, text]) => listMutants(file, text));
}

/** The same draw for the same seed, and of the unchanged lines also after a change elsewhere. */
function draw(mutants: readonly Mutant[], size: number, seed: string): Mutant[] {
  const lot = ({ path, start, end, text }: Mutant) =>
    createHash('sha256')
      .update([seed, path, tree.get(path)?.slice(start - 40, end + 40), text].join('\n'))
      .digest('hex');
  const mixed = mutants.map((mutant) => ({ mutant, lot: lot(mutant) }));
  mixed.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return mixed.slice(0, size || mixed.length).map(({ mutant }) => mutant);
}

function testsOf(path: string): string[] {
  const below = values.tests.length > 0 ? values.tests : [path.split('/')[0] ?? ''];
  const tests = allTests.filter((test) => isBelow(test, below));
  return coveringTests(tree, path, tests);
}

function isBelow(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
}

/** Tests that run in one process, which is quick, where they bear each other, and how long. */
type Run = { tests: readonly string[]; isolation: 'none' | 'process'; timeoutMs: number };

/** By the tests; each passes unchanged. A change may make a loop without an end: that is bounded. */
async function measureUnchanged(mutants: readonly Mutant[]): Promise<Map<string, Run>> {
  const found = new Map<string, Run>();
  for (const mutant of mutants) {
    const tests = testsOf(mutant.path);
    if (tests.length === 0 || found.has(tests.join())) continue;
    found.set(tests.join(), await measure({ ...mutant, end: mutant.start, text: '' }, tests));
  }
  return found;
}

async function measure(unchanged: Mutant, tests: readonly string[]): Promise<Run> {
  for (const isolation of ['none', 'process'] as const) {
    const startedAt = performance.now();
    if (await fails(unchanged, { tests, isolation, timeoutMs: 600_000 })) continue;
    return { tests, isolation, timeoutMs: 10_000 + 4 * (performance.now() - startedAt) };
  }
  throw new Error(`fail unchanged: ${tests.join(' ')}`);
}

async function tryAll(
  mutants: readonly Mutant[],
  runs: ReadonlyMap<string, Run>,
): Promise<Map<Mutant, Outcome>> {
  const startedAt = performance.now();
  const waiting = [...mutants];
  const found = new Map<Mutant, Outcome>();
  const work = async () => {
    while (performance.now() - startedAt < Number(values['limit-s']) * 1000) {
      const mutant = waiting.shift();
      if (!mutant) return;
      const outcome = await tryOne(mutant, runs);
      found.set(mutant, outcome);
      if (outcome !== 'killed') console.log(`${outcome.padEnd(8)}  ${describe(mutant)}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
  return found;
}

async function tryOne(mutant: Mutant, runs: ReadonlyMap<string, Run>): Promise<Outcome> {
  const run = runs.get(testsOf(mutant.path).join());
  if (!run) return 'untested';
  return (await fails(mutant, run)) ? 'killed' : 'survived';
}

/** Says whether a test of a changed file fails, the process does, or it does not end in time. */
function fails(mutant: Mutant, { tests, isolation, timeoutMs }: Run): Promise<boolean> {
  const change = JSON.stringify({ ...mutant, url: String(pathToFileURL(join(root, mutant.path))) });
  const reporter = ['--test-reporter', join(root, 'scripts/test-reporter.mjs')];
  const hook = pathToFileURL(join(root, 'scripts/mutate-hook.mjs')).href;
  const child = spawn(
    process.execPath,
    ['--test', `--test-isolation=${isolation}`, ...reporter, ...tests],
    {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: temporary,
        NODE_OPTIONS: `--import=${hook}`,
        KINORA_MUTANT: change,
      },
      // A group of its own, so that what a test starts ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All have ended.
    }
  };
  const timer = setTimeout(end, timeoutMs);
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    if (lines.includes('"outcome":"failed"')) end();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      end();
      resolve(code !== 0);
    });
  });
}

function describe({ path, line, start, end, text }: Mutant): string {
  const before = (tree.get(path) ?? '').slice(start, end).replaceAll(/\s+/g, ' ');
  return `${path}:${line}  ${before}  →  ${text || 'nothing'}`;
}

function summarise(outcomes: ReadonlyMap<Mutant, Outcome>): void {
  const counts = Object.groupBy([...outcomes.values()], (outcome) => outcome);
  const killed = counts.killed?.length ?? 0;
  const share = ((100 * killed) / outcomes.size).toFixed(1);
  const left = drawn.length - outcomes.size;
  console.log(`${killed} of ${outcomes.size} killed, ${share} %; ${left} not tried`);
}
