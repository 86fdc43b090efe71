import { join } from 'node:path';
import { checkConforming } from '../copy/conforming.ts';
import { CopyError } from '../copy/copy-bytes.ts';
import { writeAudioInit, writeVideoInit } from '../copy/copy-init.ts';
import type { CopyPlan } from '../plan/copy-plan.ts';
import { type CopiedSegment, copyAudioSegments, copyVideoSegments } from '../copy/copy-segments.ts';
import { encodePiece } from '../encode/encode-piece.ts';
import { EncodeError, ProbeError } from '../cage/errors.ts';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4IndexFile } from '../mp4/mp4-index.ts';
import { type PlannedPiece, listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import { probeSource } from '../probe/probe.ts';
import { remuxSource } from '../encode/remux.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import type { MediaTools } from '../cage/tools.ts';
import { rung } from '../test-ladder.ts';

function small(pixels: number, maxBitrateKbps: number): VideoIntent {
  const quality = { mode: 'constrained', crf: 30, maxBitrateKbps } as const;
  return rung(pixels, { maxFrameRate: 30, speed: 'fastest', quality });
}

/** The default ladder in small: a size that most hostile sources have, and one below it. */
const SMALL_LADDER: Ladder = {
  video: [small(96, 400), small(48, 200)],
  audio: [{ codec: 'aac', name: 'Stereo', bitrateKbps: 64, channels: 2, sampleRate: 48000 }],
  audioVariants: [],
};

/** Bytes of a rendition: its init segment, and segments by number from 1. */
export type Stored = { init: Buffer | null; segments: Map<number, Buffer>; ticks: number };

export type Planned = { path: string; probe: SourceProbe; plan: EncodingPlan };

/**
 * Probes and plans a source as the server does: conforming tracks are copied; a source without seeking is
 * first remuxed into `folder` and then planned again.
 */
export async function planHostile(
  tools: MediaTools,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<Planned> {
  const probe = await probeSource(tools, path, { signal });
  const plan = await planFile(tools, path, probe);
  if (plan.access !== 'remux') return { path, probe, plan };
  const remuxed = join(folder, 'remuxed');
  await remuxSource(tools, plan, path, remuxed, { signal });
  const again = await probeSource(tools, remuxed, { signal });
  return { path: remuxed, probe: again, plan: await planFile(tools, remuxed, again) };
}

async function planFile(
  tools: MediaTools,
  path: string,
  probe: SourceProbe,
): Promise<EncodingPlan> {
  const copy = await findCopy(path, probe);
  try {
    return planStream(probe, SMALL_LADDER, { copy, codecs: tools.codecs });
  } catch (error) {
    if (error instanceof RangeError) throw new ProbeError('no_streams', error.message);
    throw error;
  }
}

async function findCopy(path: string, probe: SourceProbe): Promise<CopyPlan | null> {
  const index = await readMp4IndexFile(path).catch(() => null);
  if (!index) return null;
  await using source = await openByteSource(path, probe.sizeBytes);
  return (await checkConforming(source, index, probe)).copy;
}

// Longer plans are tried at both ends only: a small file may claim a day.
const WHOLE_MS = 75_000;

/** The pieces to be made: all of a short plan, those at either end of a long one. */
export function chosenPieces(plan: EncodingPlan): { pieces: PlannedPiece[]; isWhole: boolean } {
  const all = listPieces(plan, { deliveryModel: 'classic' });
  if (plan.durationMs <= WHOLE_MS || plan.access === 'whole') return { pieces: all, isWhole: true };
  const last = plan.grid.borders.length;
  const pieces = all.flatMap((piece): PlannedPiece[] => {
    if (piece.kind !== 'video') return [piece];
    if (piece.firstSegment === 1)
      return [{ ...piece, lastSegment: Math.min(2, piece.lastSegment) }];
    return piece.lastSegment === last ? [{ ...piece, firstSegment: last }] : [];
  });
  return { pieces, isWhole: false };
}

/** Makes pieces into memory. Throws EncodeError or CopyError, or the signal's reason. */
export async function makePieces(
  tools: MediaTools,
  { path, plan }: Planned,
  pieces: readonly PlannedPiece[],
  signal: AbortSignal,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  const made = new Set<string>();
  const of = (id: string): Stored => {
    const known = stored.get(id) ?? { init: null, segments: new Map(), ticks: 0 };
    stored.set(id, known);
    return known;
  };
  const sink = {
    init: async (id: string, bytes: Buffer) => {
      const known = of(id);
      if (known.init && !known.init.equals(bytes)) throw new Error(`the init of ${id} differs`);
      known.init = bytes;
    },
    segment: async (id: string, number: number, bytes: Buffer, about: { ticks: number }) => {
      const known = of(id);
      const name = `${id}/${number}`;
      if (made.has(name)) throw new Error(`segment ${number} of ${id} comes twice`);
      made.add(name);
      // Two pieces make the lead: the first result stays.
      if (known.segments.has(number)) return;
      known.segments.set(number, bytes);
      known.ticks += about.ticks;
    },
  };
  for (const piece of pieces) {
    made.clear();
    if (piece.kind === 'copy') await copyPiece(path, plan, piece, sink, signal);
    else await encodePiece(tools, plan, piece, path, sink, { signal, threads: 1 });
  }
  return stored;
}

type Sink = {
  init: (id: string, bytes: Buffer) => Promise<void>;
  segment: (id: string, n: number, bytes: Buffer, about: { ticks: number }) => Promise<void>;
};

async function copyPiece(
  path: string,
  plan: EncodingPlan,
  { renditionIds, firstSegment, lastSegment }: PlannedPiece,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const index = await readMp4IndexFile(path);
  if (!index) throw new EncodeError('source_unreadable', 'the index is not there');
  await using source = await openByteSource(path);
  const range = { first: firstSegment, last: lastSegment };
  for (const id of renditionIds) {
    const put = ({ number, bytes, ticks }: CopiedSegment) =>
      sink.segment(id, number, bytes, { ticks });
    const video = plan.video?.renditions.find((rendition) => rendition.id === id);
    if (plan.video && video?.source === 'copy') {
      const { timing } = plan.video;
      const copy = {
        ...video.copy,
        keyTicks: timing.mode === 'sourceKeys' ? timing.keyTicks : [],
      };
      await sink.init(id, writeVideoInit(index, copy));
      await copyVideoSegments(source, index, copy, range, put, signal);
    }
    const audio = plan.audio.find((rendition) => rendition.id === id);
    if (audio?.source !== 'copy') continue;
    await sink.init(id, writeAudioInit(index, audio));
    await copyAudioSegments(source, index, audio, range, put, signal);
  }
}

/** The reason in an error that the engine may end with, or null: then it is a fault of ours. */
export function toReason(error: unknown): { stage: 'probe' | 'encode'; reason: string } | null {
  if (error instanceof ProbeError) return { stage: 'probe', reason: error.reason };
  if (error instanceof EncodeError) return { stage: 'encode', reason: error.reason };
  if (error instanceof CopyError) return { stage: 'encode', reason: `copy: ${error.reason}` };
  return null;
}
