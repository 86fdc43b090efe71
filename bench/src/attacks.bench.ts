// Attacks on a running Kinora, beside an ordinary client that signs in, lists videos, watches one and
// uploads another. Promise: the p95 of its turns grows to at most 1.5 × and it sees no error; media
// processes of a file of huge tracks stay within the worker's share, and a clip plays as soon.
// Rounds without and with each attack take turns. Refusals are slowed; connections that send allowed
// requests without a pause take a whole process, which a proxy is there to limit: such a flood may cost
// others 1.5 × a flood of honest requests. Attackers and product share this machine's cores, so the
// report has the processor time of one request of an attack, and how long the product waited for a core.
// Run: node bench/src/attacks.bench.ts [part of a name] [rounds, 4] [seconds of each, 5]
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAttackCases, type AttackCase } from './attack-cases.ts';
import { makeMaterials, playBeside, type MediaRound } from './attack-media.ts';
import { startAttack, type AttackReport } from './attack-program.ts';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import { openOrdinaryClient, steps, type OrdinaryClient, type Times } from './ordinary-client.ts';
import { cpuSeconds, descendants, residentMb } from './process-usage.ts';
import {
  waitUntilPlayable,
  isCompleted,
  openClient,
  upload,
  waitForVideo,
} from './product-client.ts';
import { startProduct } from './product.ts';

requirePackages('ffmpeg', 'bubblewrap');
const part = process.argv[2] ?? '';
const rounds = Number(process.argv[3] ?? 4);
const seconds = Number(process.argv[4] ?? 5);
const maxRatio = 1.5;
const mediaName = `12 tracks of 8192² beside a clip`;
/**
 * Each attack runs while the client is measured against it, and has ended when the client is measured alone.
 */
const settleMs = 1000;

/** The seconds that a process ran, and waited for a core, in each second. */
type Load = { runs: number; waits: number };
type Side = {
  times: Times;
  seconds: number;
  api: Load & { mb: number };
  edge: Load;
  report: AttackReport | null;
};

/** The last yardstick's ratio of p95, with which a flood is compared. */
let yardstickRatio = NaN;

const folder = await mkdtemp(join(tmpdir(), 'kinora-attacks-'));
const product = await startProduct(undefined, { TRUSTED_PROXIES: '127.0.0.1' });
try {
  const client = await openClient(product);
  const materials = await makeMaterials(folder);
  const { key } = await upload(client, { bytes: materials.clip, title: 'watched' });
  await waitUntilPlayable(client, key);
  await waitForVideo(client, key, isCompleted, 200);
  const ordinary = await openOrdinaryClient(client, key);
  console.log(`${cpus().length} cores, ${rounds} rounds of ${seconds} s without and with each`);
  // The first turns compile, and fill caches.
  await ordinary.turns(5000);
  for (const each of chooseCases(await createAttackCases(client, folder)))
    await measure(each, ordinary);
  if (mediaName.includes(part)) {
    const sides: MediaRound[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const bombs of round % 2 === 0 ? [0, 2] : [2, 0]) {
        sides[Math.sign(bombs)]?.push(await playBeside(client, materials, bombs));
        await sleep(settleMs);
      }
    }
    reportMedia(sides[0] ?? [], sides[1] ?? []);
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Chooses the cases with the part in their names, and the yardsticks of floods among them. */
function chooseCases(cases: AttackCase[]): AttackCase[] {
  const isNamed = ({ name }: AttackCase) => name.includes(part);
  return cases.filter((each, at) => {
    const next = cases[at + 1];
    return isNamed(each) || (each.isYardstick && next?.isFlood && isNamed(next));
  });
}

async function measure(one: AttackCase, ordinary: OrdinaryClient): Promise<void> {
  const alone: Side[] = [];
  const beside: Side[] = [];
  const before = ordinary.errors.length;
  for (let round = 0; round < rounds; round += 1) {
    for (const attacked of round % 2 === 0 ? [false, true] : [true, false]) {
      (attacked ? beside : alone).push(await side(attacked ? one.attack : null, ordinary));
      await sleep(settleMs);
    }
  }
  report(one, alone, beside, ordinary.errors.slice(before));
}

async function side(attack: AttackCase['attack'], ordinary: OrdinaryClient): Promise<Side> {
  const [api = 0, edge = 0] = [/start\/api\.ts/, /start\/edge\.ts/].map(
    (name) => descendants(product.pid).find(({ command }) => name.test(command))?.pid,
  );
  const end = attack ? await startAttack(attack) : null;
  await sleep(settleMs);
  const loads = [startLoad(api), startLoad(edge)] as const;
  let mb = 0;
  const watch = setInterval(() => (mb = Math.max(mb, residentMb(api))), 100);
  const startedMs = performance.now();
  const times = await ordinary.turns(seconds * 1000);
  const passed = (performance.now() - startedMs) / 1000;
  clearInterval(watch);
  const [apiLoad, edgeLoad] = [loads[0](passed), loads[1](passed)];
  const report = end ? await end() : null;
  return { times, seconds: passed, api: { ...apiLoad, mb }, edge: edgeLoad, report };
}

function startLoad(pid: number): (passedSeconds: number) => Load {
  const before = cpuSeconds(pid);
  return (passed) => {
    const now = cpuSeconds(pid);
    return { runs: (now.runs - before.runs) / passed, waits: (now.waits - before.waits) / passed };
  };
}

function report(one: AttackCase, alone: Side[], beside: Side[], errors: string[]): void {
  const { name, isYardstick = false, isFlood = false } = one;
  const [a, b] = [poolTimes(alone, 'turn'), poolTimes(beside, 'turn')];
  const ratio = percentile(b, 0.95) / percentile(a, 0.95);
  const ofYardstick = ratio / yardstickRatio;
  const isKept = errors.length === 0 && (ratio <= maxRatio || (isFlood && ofYardstick <= maxRatio));
  if (isYardstick) yardstickRatio = ratio;
  else if (!isKept) process.exitCode = 1;
  const mark = isYardstick ? ' ' : isKept ? '✓' : '✗';
  const against = isFlood ? `, ${ofYardstick.toFixed(2)} × as many honest requests` : '';
  console.log(`\n${mark} ${name}: ${ratio.toFixed(2)} ×${against}, ${errors.length} errors`);
  const figures = [0.5, 0.95].map(
    (at) => `p${at * 100} ${ms(percentile(a, at))} → ${ms(percentile(b, at))} ms`,
  );
  console.log(`    ${a.length} and ${b.length} turns: ${figures.join(', ')}`);
  const each = steps.map((step) => {
    const [from, to] = [alone, beside].map((sides) => percentile(poolTimes(sides, step), 0.95));
    return `${step} ${ms(from)} → ${ms(to)}`;
  });
  console.log(`    p95 of each, ms: ${each.join(', ')}`);
  const loads = (['api', 'edge'] as const).map((role) => {
    const of = (sides: Side[], what: keyof Load) =>
      median(sides.map((one) => one[role][what])).toFixed(2);
    const words = (what: keyof Load) => `${of(alone, what)} → ${of(beside, what)}`;
    return `${role} runs ${words('runs')}, waits for a core ${words('waits')}`;
  });
  const mb = (sides: Side[]) => Math.max(...sides.map((one) => one.api.mb)).toFixed(0);
  console.log(`    of each second: ${loads.join('; ')}; api ${mb(alone)} → ${mb(beside)} MB`);
  const reports = beside.flatMap((one) => one.report ?? []);
  if (reports.length > 0) {
    console.log(`    the attack: ${describeReports(reports)}`);
    console.log(`    one of it costs: ${describeCost(alone, beside)}`);
  }
  for (const error of errors.slice(0, 3)) console.log(`    ${error}`);
}

/** Describes the processor time of one request of the attack, which other load changes little. */
function describeCost(alone: Side[], beside: Side[]): string {
  const sum = (sides: Side[], value: (one: Side) => number) =>
    sides.reduce((all, one) => all + value(one), 0);
  const sent = sum(beside, ({ report, seconds: passed }) =>
    report ? (report.count / report.seconds) * passed : 0,
  );
  const costs = (['api', 'edge'] as const).map((role) => {
    const ran = (sides: Side[]) => sum(sides, (one) => one[role].runs * one.seconds);
    const ofATurn = ran(alone) / poolTimes(alone, 'turn').length;
    const own = ran(beside) - ofATurn * poolTimes(beside, 'turn').length;
    return `${role} ${((own * 1000) / sent).toFixed(2)} ms`;
  });
  const used = sum(beside, (one) => one.report?.cpuSeconds ?? 0);
  const count = sum(beside, (one) => one.report?.count ?? 0);
  return [...costs, `its sender ${((used * 1000) / count).toFixed(2)} ms`].join(', ');
}

function describeReports(reports: AttackReport[]): string {
  const statuses: Record<string, number> = {};
  for (const [status, count] of reports.flatMap((one) => Object.entries(one.statuses)))
    statuses[status] = (statuses[status] ?? 0) + count;
  const rate = median(reports.map((one) => one.count / one.seconds));
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return `${rate.toFixed(0)} a second, answered ${answers.join(', ') || 'nothing'}`;
}

function reportMedia(alone: MediaRound[], beside: MediaRound[]): void {
  const [a, b] = [alone, beside].map((all) => median(all.map((one) => one.playableSeconds)));
  const [mbAlone, mbBeside] = [alone, beside].map((all) =>
    Math.max(...all.map((one) => one.peakMb)),
  );
  const ratio = (b ?? NaN) / (a ?? NaN);
  const endings = [...new Set(beside.flatMap((one) => one.endings))].join(', ');
  const isKept = ratio <= maxRatio && !endings.includes('no end');
  if (!isKept) process.exitCode = 1;
  console.log(`\n${isKept ? '✓' : '✗'} ${mediaName}: ${ratio.toFixed(2)} ×, ends: ${endings}`);
  console.log(
    `    playable after ${(a ?? NaN).toFixed(2)} → ${(b ?? NaN).toFixed(2)} s, ` +
      `media processes at most ${mbAlone?.toFixed(0)} → ${mbBeside?.toFixed(0)} MB`,
  );
}

function poolTimes(sides: Side[], what: keyof Times): number[] {
  return sides.flatMap((one) => one.times[what]);
}

function percentile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? NaN;
}

function ms(value: number | undefined): string {
  return (value ?? NaN).toFixed(0);
}
