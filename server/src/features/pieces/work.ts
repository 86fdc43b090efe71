import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Suspension, createSuspension } from '@kinora/media/cage/suspension';
import type { Context } from '../../base/context.ts';
import { listen } from '../../base/listen.ts';
import { announceWork } from './actions/announce.ts';
import { claimPiece, releasePiece } from './actions/claim.ts';
import { forgetWorker, recordHeartbeat } from './actions/heartbeat.ts';
import { WorkersDied, type PieceMaker, type PieceRun } from './rules/maker.ts';
import {
  HEARTBEAT_MS,
  IDLE_HEARTBEAT_MS,
  type ClaimedPiece,
  MAX_ATTEMPTS,
} from './rules/pieces.ts';
import { getCapacity, listPreempted } from './rules/capacity.ts';

export type RunningPieces = {
  /** Takes no more pieces; those that run are broken off after `limitMs` and go back. */
  stop(limitMs: number): Promise<void>;
};

/** A free worker looks this often where no notices come; a claim that finds nothing costs half a ms. */
const POLL_MS = 100;
/** A database that is away is not asked, nor its absence logged, more often than this. */
const TROUBLE_MS = 1000;
/** Says how often a worker without an encoder looks whether it has one by now. */
const ENCODER_MS = 10_000;

/** A piece is suspended for so long at most, however much comes that is more urgent. */
const MAX_SUSPENDED_MS = 2 * 60_000;

type Running = {
  piece: ClaimedPiece;
  stop: AbortController;
  suspension: Suspension;
  done: Promise<void>;
};

/**
 * Claims and makes pieces of all teams' videos, `slots` at once with one thread each. Pieces that a viewer
 * waits for, and those that make a stream playable, may start in addition; others are suspended while they run.
 */
export function startPieces(
  context: Context,
  { slots, isCaged }: { slots: number; isCaged: boolean },
  maker: PieceMaker,
): RunningPieces {
  const worker = { id: randomUUID(), name: hostname(), slots, isCaged };
  const running = new Map<string, Running>();
  const ending = new AbortController();
  const hasNotices = context.config.databasePooling === 'session';
  let wake = new AbortController();
  let encoder = '';
  let isAnyRunning = false;

  const pieces = () => [...running.values()].map(({ piece }) => piece);

  function preempt(): void {
    const halting = new Set(listPreempted(pieces(), slots));
    for (const { piece, suspension } of running.values()) {
      if (halting.has(piece) && suspension.suspendedMs() < MAX_SUSPENDED_MS) suspension.suspend();
      else suspension.resume();
    }
  }

  function begin(piece: ClaimedPiece): void {
    const stop = new AbortController();
    const suspension = createSuspension();
    const run = { context, signal: stop.signal, suspension };
    // Apart from the claim, which listeners must not make slower.
    const announced = context.db
      .transaction()
      .execute((tx) => announceWork(tx, piece.revisionKey))
      .catch((err: unknown) => context.log.warn({ err }, 'a begun piece was not announced'));
    const done = runLogged(maker, run, piece)
      .then(() => announced)
      .finally(() => {
        running.delete(piece.id);
        preempt();
        wake.abort();
      });
    running.set(piece.id, { piece, stop, suspension, done });
    preempt();
  }

  async function fill(): Promise<void> {
    // No notice is missed from here on.
    wake = new AbortController();
    while (!ending.signal.aborted) {
      const capacity = getCapacity(pieces(), slots);
      const piece = capacity && (await claimPiece(context.db, worker.id, capacity, encoder));
      if (!piece) return;
      begin(piece);
    }
  }

  async function recordEncoder(): Promise<void> {
    const before = encoder;
    encoder = await maker.encoder();
    if (encoder !== before) wake.abort();
  }

  async function sendHeartbeat(): Promise<void> {
    preempt();
    const pieceIds = [...running.keys()];
    const heard = await recordHeartbeat(context.db, { ...worker, pieceIds, encoder });
    isAnyRunning = heard.isAnyRunning;
    // No notice of it may have come.
    if (heard.isAnyWaiting) wake.abort();
    for (const id of pieceIds) {
      // Taken over by another worker, since this one was silent for too long, or no longer wanted.
      if (!heard.own.has(id)) running.get(id)?.stop.abort(new Error('no longer ours'));
    }
  }

  /** Repeats `work` until the end; failures are logged and do not stop it. */
  async function repeat(work: () => Promise<void>, ms: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      let next = ms;
      await work().catch((err: unknown) => {
        context.log.warn({ err }, 'pieces: trouble');
        next = pause(TROUBLE_MS);
      });
      await next().catch(() => undefined);
    }
  }

  const pause = (ms: number) => () => sleep(ms, undefined, { signal: ending.signal });
  const idle = () => {
    const signal = AbortSignal.any([wake.signal, ending.signal]);
    return hasNotices ? untilAborted(signal) : sleep(POLL_MS, undefined, { signal });
  };
  const url = context.config.secrets.databaseUrl;
  const notices =
    hasNotices && url
      ? listen({ url, channel: 'pieces', log: context.log }, () => wake.abort())
      : null;
  const loops = [
    repeat(recordEncoder, pause(ENCODER_MS)),
    repeat(fill, idle),
    repeat(sendHeartbeat, () => pause(isAnyRunning ? HEARTBEAT_MS : IDLE_HEARTBEAT_MS)()),
  ];

  return {
    async stop(limitMs) {
      ending.abort();
      await Promise.all([...loops, notices?.stop()]);
      const all = () => Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([all(), sleep(limitMs)]);
      for (const { stop } of running.values()) stop.abort(new Error('the worker stops'));
      await all();
      await maker.close();
      await forgetWorker(context.db, worker.id);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** One wide event for each run of a piece. */
async function runLogged(maker: PieceMaker, run: PieceRun, piece: ClaimedPiece): Promise<void> {
  const { signal } = run;
  const { id, attempt, revisionKey, kind, renditionIds, firstSegment, lastSegment } = piece;
  const log = run.context.log.child({ pieceId: id, attempt, revisionKey, kind, renditionIds });
  const context = { ...run.context, log };
  const start = performance.now();
  const facts = () => ({ firstSegment, lastSegment, ms: Math.round(performance.now() - start) });
  try {
    if (attempt > MAX_ATTEMPTS) throw new WorkersDied();
    await maker.make({ ...run, context }, piece);
    log.info(facts(), 'piece done');
  } catch (error) {
    // Another attempt follows; final failures are logged where they are recorded.
    log.info({ ...facts(), err: error }, signal.aborted ? 'piece broken off' : 'piece failed');
    if (signal.aborted) return releasePiece(context.db, piece).catch(() => undefined);
    await maker
      .fail(context, piece, error)
      .catch((err: unknown) => log.warn({ err }, 'failure not recorded'));
    // A piece that failed at once would be taken again at once.
    await sleep(1000, undefined, { signal }).catch(() => undefined);
  }
}
