// Sends hostile sources through the whole engine. Promise: each ends playable or in an error with its
// reason, within its bound. Prints a table; ends with 1 when any came late, crashed, gave a secret away or
// did not end as it must.
// Run: node bench/src/hostile.bench.ts [part of a class or name] [sources at once, 2]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recipes } from '@kinora/media/hostile/test-recipes';
import { type Ending, survive } from '@kinora/media/hostile/test-survival';
import { type Recipe, openWorkshop } from '@kinora/media/hostile/test-workshop';
import { findMediaTools } from '@kinora/media/cage/tools';
import { requirePackages } from './require-packages.ts';
import { descendantsMb } from './process-usage.ts';

requirePackages('ffmpeg', 'bubblewrap');
const part = process.argv[2] ?? '';
const atOnce = Number(process.argv[3] ?? 2);
const chosen = recipes.filter(({ about, name }) => `${about}: ${name}`.includes(part));
// The clock is ours, on a machine that others may be using as well.
const patience = 2;
const maxMemoryMb = 600;

type Row = { recipe: Recipe; ending: Ending; wrong: string | null };

const rows: Row[] = [];
const unmade: string[] = [];
const under = new Set<string>();
type Peak = { mb: number; at: string };
const [own, programs]: [Peak, Peak] = [
  { mb: 0, at: '' },
  { mb: 0, at: '' },
];
const watch = setInterval(() => {
  raise(own, process.memoryUsage().rss / 2 ** 20);
  raise(programs, descendantsMb(process.pid));
}, 100);
const tools = await findMediaTools();
// Without a cage, only our own lists protect the machine from a stranger's file.
const bare = { ...tools, sandbox: 'none' as const, wrapper: [] };
await using workshop = await openWorkshop();
const queue = chosen.map((recipe, n) => ({ recipe, n }));
const take = async (): Promise<void> => {
  for (let next = queue.shift(); next; next = queue.shift()) await runOne(next.recipe, next.n);
};
await Promise.all(Array.from({ length: atOnce }, take));
clearInterval(watch);

function raise(peak: Peak, mb: number): void {
  if (mb > peak.mb) Object.assign(peak, { mb, at: [...under].join(' and ') });
}

async function runOne(recipe: Recipe, n: number): Promise<void> {
  const path = join(workshop.folder, `source-${n}`);
  const source = await recipe.make(workshop).catch((error: unknown) => String(error));
  if (typeof source === 'string')
    return void unmade.push(`${recipe.about}: ${recipe.name}: ${source}`);
  await writeFile(path, source);
  under.add(recipe.name);
  const boundMs = (recipe.boundSeconds ?? 60) * patience * 1000;
  const secrets = workshop.secrets;
  const cages = recipe.about === 'foreign' ? [tools, bare] : [tools];
  for (const cage of cages) {
    const ending = await survive(cage, path, { boundMs, secrets });
    const row = { recipe, ending, wrong: findFault(recipe, ending) };
    rows.push(row);
    tell(row);
  }
  under.delete(recipe.name);
  await writeFile(path, '');
}

function findFault({ must }: Recipe, { end, blamesUs }: Ending): string | null {
  if (end === 'crashed' || end === 'over its bound') return end;
  if (end === 'encode error') return 'must be told by the probe';
  if (blamesUs) return 'a fault of the file';
  if (must === 'play' && end !== 'playable') return 'must play';
  if (must === 'be refused' && end !== 'probe error') return 'must be refused';
  return null;
}

function tell({ recipe, ending, wrong }: Row): void {
  const { end, reason, seconds, detail, covers, hasStoryboard } = ending;
  const images = end === 'playable' ? `${covers} covers${hasStoryboard ? ', storyboard' : ''}` : '';
  const words = [`${recipe.about}: ${recipe.name}`, end, reason, images, `${seconds.toFixed(1)} s`];
  console.log(`${wrong ? '✗' : ' '} ${words.filter((word) => word !== '').join(' | ')}`);
  if (wrong || process.env['VERBOSE'])
    console.log(`    ${wrong ?? ''} ${detail.replaceAll('\n', '\n    ')}`);
}

function table(): void {
  const counts = new Map<string, number>();
  for (const { ending } of rows) {
    const key = `${ending.end}: ${ending.reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  console.log(`\n${chosen.length} sources, ${rows.length} runs`);
  for (const [key, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(5)}  ${key}`);
  const slowest = rows.toSorted((a, b) => b.ending.seconds - a.ending.seconds).slice(0, 5);
  const named = slowest.map(
    ({ recipe, ending }) => `${recipe.name} ${ending.seconds.toFixed(1)} s`,
  );
  console.log(`slowest: ${named.join(', ')}`);
  console.log(`most memory of this process: ${Math.round(own.mb)} MB, at ${own.at}`);
  console.log(`of the programs below it: ${Math.round(programs.mb)} MB, at ${programs.at}`);
  console.log(`connections to the canary: ${workshop.connections()}`);
}

table();
const wrong = rows.filter((row) => row.wrong !== null);
for (const { recipe, wrong: why } of wrong)
  console.log(`✗ ${recipe.about}: ${recipe.name}: ${why}`);
for (const words of unmade) console.log(`could not be made: ${words}`);
if (unmade.length > 0 || wrong.length > 0 || workshop.connections() > 0 || own.mb > maxMemoryMb)
  process.exitCode = 1;
