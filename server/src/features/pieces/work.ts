import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Suspension, createSuspension } from '@kinora/media/cage/suspension';
import type { Context } from '../../base/context.ts';
import { listen } from '../../base/listen.ts';
import { announceWork } from './actions/announce.ts';
import { claimPiece, releasePiece } from './actions/claim.ts';
import { forgetWorker, recordHeartbeat } from './actions/heartbeat.ts';
import { WorkersDied, type PieceMaker, type PieceRun } from './rules/maker.ts';
import { HEARTBEAT_MS, type ClaimedPiece, mostAttempts } from './rules/pieces.ts';
import { roomFor, tooMany } from './rules/room.ts';

export type RunningPieces = {
  /** Takes no more pieces; those that run are broken off after `limitMs` and go back. */
  stop(limitMs: number): Promise<void>;
};

/** A free worker sees a new piece this soon if it got no notice of it. */
const UNNOTICED_MS = 5000;
/** It looks this often where nobody gets notices; a claim that finds none costs half a ms. */
const UNTOLD_MS = 100;
/** A database that is away is not asked, and told of, more often than this. */
const TROUBLE_MS = 1000;
/** The API lets go what waits for bytes as they come; workers look this often for what it left. */
const ARRIVAL_MS = 10_000;
/** How often a worker without an encoder looks whether it has one by now. */
const ENCODER_MS = 10_000;

/** How long a piece is halted at most, however much comes that is more urgent. */
const MOST_HELD_MS = 2 * 60_000;

type Running = {
  piece: ClaimedPiece;
  stop: AbortController;
  brake: Suspension;
  done: Promise<void>;
};

/**
 * Takes pieces of all teams' videos and makes them, `slots` at once, each with one thread. What a
 * viewer waits for, and what makes a stream playable, may start beside these, which halt meanwhile.
 */
export function startPieces(
  context: Context,
  { slots, isCaged }: { slots: number; isCaged: boolean },
  maker: PieceMaker,
): RunningPieces {
  const worker = { id: randomUUID(), slots, isCaged };
  const running = new Map<string, Running>();
  const ending = new AbortController();
  const isTold = context.config.databasePooling === 'session';
  let wake = new AbortController();
  let encoder = '';

  const pieces = () => [...running.values()].map(({ piece }) => piece);

  function giveWay(): void {
    const halting = new Set(tooMany(pieces(), slots));
    for (const { piece, brake } of running.values()) {
      if (halting.has(piece) && brake.suspendedMs() < MOST_HELD_MS) brake.suspend();
      else brake.resume();
    }
  }

  function begin(piece: ClaimedPiece): void {
    const stop = new AbortController();
    const brake = createSuspension();
    const run = { context, signal: stop.signal, brake };
    // Apart from the claim, which nobody who only looks may make slower.
    const announced = context.db
      .transaction()
      .execute((tx) => announceWork(tx, piece.revisionKey))
      .catch((err: unknown) => context.log.warn({ err }, 'a begun piece was not announced'));
    const done = runLogged(maker, run, piece)
      .then(() => announced)
      .finally(() => {
        running.delete(piece.id);
        giveWay();
        wake.abort();
      });
    running.set(piece.id, { piece, stop, brake, done });
    giveWay();
  }

  async function fill(): Promise<void> {
    // No notice is missed from here on.
    wake = new AbortController();
    while (!ending.signal.aborted) {
      const room = roomFor(pieces(), slots);
      const piece = room && (await claimPiece(context.db, worker.id, room, encoder));
      if (!piece) return;
      begin(piece);
    }
  }

  async function recordEncoder(): Promise<void> {
    const before = encoder;
    encoder = await maker.encoder();
    if (encoder !== before) wake.abort();
  }

  async function sign(): Promise<void> {
    giveWay();
    const pieceIds = [...running.keys()];
    const own = await recordHeartbeat(context.db, { ...worker, pieceIds, encoder });
    for (const id of pieceIds) {
      // Taken over by another worker, since this one was silent for too long, or no longer wanted.
      if (!own.has(id)) running.get(id)?.stop.abort(new Error('no longer ours'));
    }
    const keys = new Set([...running.values()].map(({ piece }) => piece.revisionKey));
    await maker.recordProgress([...keys]);
  }

  /** Does `work` ever again until the end; trouble is logged and outlived. */
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
    return sleep(isTold ? UNNOTICED_MS : UNTOLD_MS, undefined, { signal });
  };
  const url = context.config.secrets.databaseUrl;
  const notices =
    isTold && url ? listen({ url, channel: 'pieces', log: context.log }, () => wake.abort()) : null;
  const loops = [
    repeat(recordEncoder, pause(ENCODER_MS)),
    repeat(fill, idle),
    repeat(sign, pause(HEARTBEAT_MS)),
    repeat(maker.takeArrived, pause(ARRIVAL_MS)),
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

/** One wide event for each run of a piece. */
async function runLogged(maker: PieceMaker, run: PieceRun, piece: ClaimedPiece): Promise<void> {
  const { signal } = run;
  const { id, attempt, revisionKey, kind, renditionIds, firstSegment, lastSegment } = piece;
  const log = run.context.log.child({ pieceId: id, attempt, revisionKey, kind, renditionIds });
  const context = { ...run.context, log };
  const start = performance.now();
  const told = () => ({ firstSegment, lastSegment, ms: Math.round(performance.now() - start) });
  try {
    if (attempt > mostAttempts) throw new WorkersDied();
    await maker.make({ ...run, context }, piece);
    log.info(told(), 'piece done');
  } catch (error) {
    log.warn({ ...told(), err: error }, signal.aborted ? 'piece broken off' : 'piece failed');
    if (signal.aborted) return releasePiece(context.db, piece).catch(() => undefined);
    await maker
      .fail(context, piece, error)
      .catch((err: unknown) => log.warn({ err }, 'failure not recorded'));
    // What failed at once would be taken again at once.
    await sleep(1000, undefined, { signal }).catch(() => undefined);
  }
}
