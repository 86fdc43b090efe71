import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { EncodedVideo, EncodingPlan } from './encoding-plan.ts';

/** A share of a plan's work that is done by one process: whole segments of some renditions. */
export type PlannedPiece = {
  kind: 'video' | 'audio' | 'copy';
  renditionIds: string[];
  /** from 1, inclusive */
  firstSegment: number;
  lastSegment: number;
};

// The lead is what a viewer waits for: one segment of the lowest rung is there in seconds.
export const LEAD_SEGMENTS = 1;
// About 30 s: a seam costs 36 frames, so longer videos are cut less often.
const SEGMENTS = 5;
const SHORT_MS = 3 * 60 * 1000;
const SEGMENTS_OF_LONG = 10;
const LONG_MS = 10 * 60 * 1000;
const LEAST_SEGMENTS = 2;
const SEGMENTS_ON_DEMAND = 2;
// Three minutes of sound take seconds; of a film's they open the stream, and the rest is in no haste.
const SOUND_LEAD_SEGMENTS = 30;
// Less of it than this is not worth a run of its own.
const SOUND_FIRST_SEGMENTS = 2;

/**
 * The pieces of a plan, in the order in which they are best done. Every segment of every rendition is
 * in exactly one, but for the lead, which the first piece of all rungs makes once more: to encode it
 * twice costs less than to decode that part of the source twice. `classic` and `model-k` encode all
 * rungs together; `model-c` encodes all but the lowest rung one by one, because a piece is done when a
 * viewer asks for it.
 * A source that must be read as a whole is one piece.
 */
export function listPieces(
  plan: EncodingPlan,
  { deliveryModel }: { deliveryModel: DeliveryModel },
): PlannedPiece[] {
  const count = plan.grid.borders.length;
  const rungs = encodedRungs(plan);
  if (plan.access === 'whole') return wholePiece(plan, rungs);
  const [lowest, ...others] = rungs;
  const lead: PlannedPiece[] = lowest ? [video([lowest], 1, Math.min(LEAD_SEGMENTS, count))] : [];
  const sound = sounds(plan);
  const head = [
    ...copies(plan),
    ...lead,
    ...sound.filter(({ firstSegment }) => firstSegment === 1),
  ];
  const laterSound = sound.filter(({ firstSegment }) => firstSegment > 1);
  if (!lowest) return [...head, ...laterSound];
  const following = spansOf(plan.durationMs, LEAD_SEGMENTS + 1, count).map(([first, last]) =>
    video([lowest], first, last),
  );
  if (deliveryModel === 'model-c')
    return [
      ...head,
      ...laterSound,
      ...following,
      ...others.flatMap((rung) =>
        inTurn(count, SEGMENTS_ON_DEMAND).map(([first, last]) => video([rung], first, last)),
      ),
    ];
  if (others.length === 0) return [...head, ...laterSound, ...following];
  const [first, ...later] = spansOf(plan.durationMs, 1, count).map(([from, to]) =>
    video(to <= LEAD_SEGMENTS ? others : [lowest, ...others], from, to),
  );
  return [...head, ...(first ? [first] : []), ...laterSound, ...later];
}

function spansOf(durationMs: number, first: number, last: number): [number, number][] {
  const total = last - first + 1;
  if (durationMs > SHORT_MS)
    return tapering(first, last, durationMs > LONG_MS ? SEGMENTS_OF_LONG : SEGMENTS);
  // Of a short video few pieces are left at the end: by twos, or a core waits for the last one.
  return evenly(first, last, Math.min(total, 2 * Math.max(1, Math.round(total / (2 * SEGMENTS)))));
}

// Of rungs of one size the one that is encoded soonest leads.
const QUICKEST = ['h264', 'vp9', 'hevc', 'av1'];

/** The rungs that are encoded, smallest first. */
function encodedRungs({ video: pictures }: EncodingPlan): EncodedVideo[] {
  return (pictures?.renditions ?? [])
    .flatMap((rendition) => (rendition.source === 'encode' ? [rendition] : []))
    .sort(
      (a, b) =>
        a.width * a.height - b.width * b.height ||
        QUICKEST.indexOf(a.intent.codec) - QUICKEST.indexOf(b.intent.codec),
    );
}

function video(rungs: EncodedVideo[], firstSegment: number, lastSegment: number): PlannedPiece {
  return { kind: 'video', renditionIds: rungs.map(({ id }) => id), firstSegment, lastSegment };
}

function wholePiece(plan: EncodingPlan, rungs: EncodedVideo[]): PlannedPiece[] {
  const sound = plan.audio.filter(({ source }) => source === 'encode');
  const renditionIds = [...rungs, ...sound].map(({ id }) => id);
  if (renditionIds.length === 0) return copies(plan);
  const lastSegment = plan.grid.borders.length;
  return [...copies(plan), { kind: 'video', renditionIds, firstSegment: 1, lastSegment }];
}

function copies(plan: EncodingPlan): PlannedPiece[] {
  const copied = (renditions: readonly { id: string; source: string }[]): string[] =>
    renditions.flatMap(({ id, source }) => (source === 'copy' ? [id] : []));
  return [copied(plan.video?.renditions ?? []), copied(plan.audio)].flatMap((renditionIds) =>
    renditionIds.length > 0
      ? [
          {
            kind: 'copy' as const,
            renditionIds,
            firstSegment: 1,
            lastSegment: plan.grid.borders.length,
          },
        ]
      : [],
  );
}

function sounds(plan: EncodingPlan): PlannedPiece[] {
  return plan.audio.flatMap(({ source, id, borders }) => {
    if (source !== 'encode') return [];
    const whole = { kind: 'audio' as const, renditionIds: [id], firstSegment: 1 };
    const [lead, last] = [SOUND_LEAD_SEGMENTS, borders.length];
    if (last <= 2 * lead) return [{ ...whole, lastSegment: last }];
    return [
      { ...whole, lastSegment: lead },
      { ...whole, firstSegment: lead + 1, lastSegment: last },
    ];
  });
}

/**
 * The pieces of a source that is still arriving: what would wait for the last byte as a whole is cut.
 * A copy is made segment by segment, each as soon as its bytes are there, sound in parts that grow.
 */
export function splitForArrival(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'audio') return splitSound(piece);
    return piece.kind === 'copy' ? singleSegments(piece) : [piece];
  });
}

function singleSegments(piece: PlannedPiece): PlannedPiece[] {
  const { firstSegment, lastSegment } = piece;
  return Array.from({ length: lastSegment - firstSegment + 1 }, (_, n) => ({
    ...piece,
    firstSegment: firstSegment + n,
    lastSegment: firstSegment + n,
  }));
}

/**
 * A piece of sound, cut so that its beginning can be made while its source still arrives: each part
 * is encoded from the start of the sound and keeps only its own segments, and reaches twice as far as
 * the one before, so that all of them together cost at most twice what the whole does.
 */
function splitSound(piece: PlannedPiece): PlannedPiece[] {
  const least = Math.max(SOUND_FIRST_SEGMENTS, piece.firstSegment);
  const ends: number[] = [];
  let end = piece.lastSegment;
  while (end > least) {
    ends.unshift(end);
    end = Math.max(least, Math.floor(end / 2));
  }
  // The least part of what does not begin the sound would be one segment: it goes with the next.
  if (piece.firstSegment === 1 || ends.length === 0) ends.unshift(end);
  return ends.map((lastSegment, n) => ({
    ...piece,
    firstSegment: n === 0 ? piece.firstSegment : (ends[n - 1] ?? 0) + 1,
    lastSegment,
  }));
}

/** First and last of `count` pieces, as equal as whole segments allow, the longer ones first. */
function evenly(first: number, last: number, count: number): [number, number][] {
  const at = (share: number): number => first + Math.ceil(((last - first + 1) * share) / count);
  return Array.from({ length: count }, (_, n) => [at(n), at(n + 1) - 1]);
}

/**
 * First and last of pieces of `size` segments, and of shorter ones towards the end: a quarter of what
 * is left, so that few workers wait long for the one that has the last.
 */
function tapering(first: number, last: number, size: number): [number, number][] {
  const spans: [number, number][] = [];
  for (let from = first; from <= last;) {
    const quarter = Math.ceil((last - from + 1) / 4);
    const to = Math.min(last, from + Math.min(size, Math.max(LEAST_SEGMENTS, quarter)) - 1);
    spans.push([from, to]);
    from = to + 1;
  }
  return spans;
}

/** Each of `size` segments but the last. */
function inTurn(last: number, size: number): [number, number][] {
  return Array.from({ length: Math.ceil(last / size) }, (_, n) => [
    n * size + 1,
    Math.min(last, (n + 1) * size),
  ]);
}
