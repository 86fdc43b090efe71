import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { extractCover } from '../images/cover.ts';
import { CopyError } from '../copy/copy-bytes.ts';
import { EncodeError, ProbeError } from '../cage/errors.ts';
import { makeStoryboard } from '../images/storyboard.ts';
import type { MediaTools } from '../cage/tools.ts';
import { type Stored, chosenPieces, makePieces, planHostile, toReason } from './test-engine.ts';
import { checkPlan, checkPlayable } from './test-playable.ts';

export type Ending = {
  end: 'playable' | 'probe error' | 'encode error' | 'over its bound' | 'crashed';
  /** of an error its reason, of what plays in what way */
  reason: string;
  detail: string;
  seconds: number;
  covers: number;
  hasStoryboard: boolean;
  /** the error says that the file is not to blame, and that another attempt may end otherwise */
  blamesUs: boolean;
};

// A worker that is silent for so long loses its pieces to another.
const LONGEST_SILENCE_MS = 8_000;

/** Texts that a hostile source may never bring out. */
export type Secrets = readonly Buffer[];

/**
 * Runs the whole engine on one source within a bound: probe, plan, remux, copy and pieces into
 * memory, cover and storyboard. Returns how it ended; never throws. Playable output was decoded.
 */
export async function survive(
  tools: MediaTools,
  path: string,
  { boundMs, secrets }: { boundMs: number; secrets: Secrets },
): Promise<Ending> {
  const started = performance.now();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-survive-'));
  const stop = new AbortController();
  const outcome = runEngine(tools, path, { folder, signal: stop.signal, secrets });
  const ending = await within(boundMs, outcome, stop);
  loop.disable();
  await rm(folder, { recursive: true, force: true });
  const seconds = (performance.now() - started) / 1000;
  const silentMs = loop.max / 1e6;
  if (silentMs > LONGEST_SILENCE_MS)
    return { ...ending, seconds, end: 'crashed', reason: `silent for ${Math.round(silentMs)} ms` };
  return { ...ending, seconds };
}

/** A result after the bound, or none at all although it was stopped, is late. */
async function within(
  boundMs: number,
  outcome: Promise<Ending>,
  stop: AbortController,
): Promise<Ending> {
  const timers: NodeJS.Timeout[] = [];
  const late = (detail: string): Ending => ending('over its bound', '', detail);
  const bound = new Promise<Ending>((resolve) => {
    timers.push(setTimeout(() => stop.abort(new Error('bound')), boundMs));
    timers.push(setTimeout(() => resolve(late('did not stop when told to')), boundMs + 20_000));
  });
  const ended = await Promise.race([outcome, bound]);
  for (const timer of timers) clearTimeout(timer);
  return stop.signal.aborted && ended.end !== 'over its bound' ? late(ended.detail) : ended;
}

function ending(end: Ending['end'], reason: string, detail = ''): Ending {
  return { end, reason, detail, seconds: 0, covers: 0, hasStoryboard: false, blamesUs: false };
}

type Run = { folder: string; signal: AbortSignal; secrets: Secrets };

async function runEngine(tools: MediaTools, path: string, run: Run): Promise<Ending> {
  try {
    return await engine(tools, path, run);
  } catch (error) {
    const known = toReason(error);
    const words = error instanceof Error ? `${error.stack} ${String(error.cause)}` : String(error);
    const detail = error instanceof ProbeError || error instanceof EncodeError ? error.detail : '';
    if (leaks([Buffer.from(words + detail)], run.secrets))
      return ending('crashed', 'a secret is in an error', words);
    if (!known) return ending('crashed', 'an unforeseen error', words);
    if (error instanceof CopyError) return ending('encode error', known.reason, words);
    if (known.stage === 'encode') return ending('encode error', known.reason, detail);
    const blamesUs = error instanceof ProbeError && error.type === 'general';
    return { ...ending('probe error', known.reason, detail), blamesUs };
  }
}

async function engine(
  tools: MediaTools,
  path: string,
  { folder, signal, secrets }: Run,
): Promise<Ending> {
  const planned = await planHostile(tools, path, folder, signal);
  const { plan, probe } = planned;
  checkPlan(plan);
  const { pieces, isWhole } = chosenPieces(plan);
  const stored = await makePieces(tools, planned, pieces, signal);
  const amiss = await checkPlayable(plan, stored, { folder, isWhole });
  const covers = await extractCover(tools, planned.path, probe, { signal });
  const board = isWhole ? await makeStoryboard(tools, planned.path, plan, { signal }) : null;
  const images = [...covers.map(({ jpeg }) => jpeg), ...(board?.sheets ?? [])];
  for (const image of images)
    if (image.readUInt16BE(0) !== 0xffd8) throw new Error('an image that is no JPEG');
  if (leaks([...listBytes(stored), ...images, Buffer.from(JSON.stringify(plan))], secrets))
    return ending('crashed', 'a secret is in an output');
  const ways = [
    plan.video ? '' : 'audio alone',
    plan.video?.renditions.some(({ source }) => source === 'copy') ? 'copied' : '',
    planned.path === path ? '' : 'remuxed',
    plan.access === 'whole' ? 'as a whole' : '',
    isWhole ? '' : 'its ends made',
    amiss === null ? '' : 'its own damage copied',
  ];
  const reason = ways.filter((way) => way !== '').join(', ') || 'encoded';
  const made = { covers: covers.length, hasStoryboard: board !== null };
  return { ...ending('playable', reason, amiss ?? ''), ...made };
}

function listBytes(stored: ReadonlyMap<string, Stored>): Buffer[] {
  return [...stored.values()].flatMap(({ init, segments }) => [
    ...(init ? [init] : []),
    ...segments.values(),
  ]);
}

function leaks(outputs: readonly Buffer[], secrets: Secrets): boolean {
  return outputs.some((bytes) => secrets.some((secret) => bytes.includes(secret)));
}
