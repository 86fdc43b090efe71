import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { EncodedVideo, EncodingPlan } from './encoding-plan.ts';

/** A share of a plan's work for one process: whole segments of some renditions. */
export type PlannedPiece = {
  kind: 'video' | 'audio' | 'copy';
  renditionIds: string[];
  /** from 1, inclusive */
  firstSegment: number;
  lastSegment: number;
};

// A viewer waits for the lead: one segment of the lowest rung is ready in seconds.
export const LEAD_SEGMENTS = 1;
// About 30 s: a seam costs 36 frames, so longer videos are cut less often.
const USUAL_SEGMENTS = 5;
const SHORT_MS = 3 * 60 * 1000;
const SEGMENTS_OF_LONG = 10;
const LONG_MS = 10 * 60 * 1000;
const MIN_SEGMENTS = 2;
const SEGMENTS_ON_DEMAND = 2;
// Three minutes of audio take seconds; of a film they open the stream, and the rest has no haste.
const AUDIO_LEAD_SEGMENTS = 30;
// Less audio than this is not worth a process of its own.
const AUDIO_FIRST_SEGMENTS = 2;

/**
 * Lists the pieces of a plan in the best order. Every segment of every rendition is in exactly one,
 * but for the lead, which the first piece of all rungs makes once more: to encode it twice costs
 * less than to decode that part of the source twice. `classic` and `model-k` encode all rungs
 * together; `model-c` encodes all but the lowest rung one by one, because a piece is made when a
 * viewer requests it.
 * A source that must be read as a whole is one piece.
 */
export function listPieces(
  plan: EncodingPlan,
  { deliveryModel }: { deliveryModel: DeliveryModel },
): PlannedPiece[] {
  const count = plan.grid.borders.length;
  const rungs = listEncodedRungs(plan);
  if (plan.access === 'whole') return listWholePieces(plan, rungs);
  const [lowest, ...others] = rungs;
  const lead: PlannedPiece[] = lowest
    ? [toVideoPiece([lowest], 1, Math.min(LEAD_SEGMENTS, count))]
    : [];
  const audio = listAudioPieces(plan);
  const head = [
    ...listCopyPieces(plan),
    ...lead,
    ...audio.filter(({ firstSegment }) => firstSegment === 1),
  ];
  const laterAudio = audio.filter(({ firstSegment }) => firstSegment > 1);
  if (!lowest) return [...head, ...laterAudio];
  const following = listSpans(plan.durationMs, LEAD_SEGMENTS + 1, count).map(([first, last]) =>
    toVideoPiece([lowest], first, last),
  );
  if (deliveryModel === 'model-c')
    return [
      ...head,
      ...laterAudio,
      ...following,
      ...others.flatMap((rung) =>
        splitInTurn(count, SEGMENTS_ON_DEMAND).map(([first, last]) =>
          toVideoPiece([rung], first, last),
        ),
      ),
    ];
  if (others.length === 0) return [...head, ...laterAudio, ...following];
  const [first, ...later] = listSpans(plan.durationMs, 1, count).map(([from, to]) =>
    toVideoPiece(to <= LEAD_SEGMENTS ? others : [lowest, ...others], from, to),
  );
  return [...head, ...(first ? [first] : []), ...laterAudio, ...later];
}

function listSpans(durationMs: number, first: number, last: number): [number, number][] {
  const total = last - first + 1;
  if (durationMs > SHORT_MS)
    return splitTapering(first, last, durationMs > LONG_MS ? SEGMENTS_OF_LONG : USUAL_SEGMENTS);
  // Few pieces of a short video are left at the end: cut by twos, or a core waits for the last one.
  return splitEvenly(
    first,
    last,
    Math.min(total, 2 * Math.max(1, Math.round(total / (2 * USUAL_SEGMENTS)))),
  );
}

// Among rungs of one size the fastest to encode leads.
const QUICKEST = ['h264', 'vp9', 'hevc', 'av1'];

/** Lists the rungs that are encoded, smallest first. */
function listEncodedRungs({ video }: EncodingPlan): EncodedVideo[] {
  return (video?.renditions ?? [])
    .flatMap((rendition) => (rendition.source === 'encode' ? [rendition] : []))
    .sort(
      (a, b) =>
        a.width * a.height - b.width * b.height ||
        QUICKEST.indexOf(a.intent.codec) - QUICKEST.indexOf(b.intent.codec),
    );
}

function toVideoPiece(
  rungs: EncodedVideo[],
  firstSegment: number,
  lastSegment: number,
): PlannedPiece {
  return { kind: 'video', renditionIds: rungs.map(({ id }) => id), firstSegment, lastSegment };
}

function listWholePieces(plan: EncodingPlan, rungs: EncodedVideo[]): PlannedPiece[] {
  const audio = plan.audio.filter(({ source }) => source === 'encode');
  const renditionIds = [...rungs, ...audio].map(({ id }) => id);
  if (renditionIds.length === 0) return listCopyPieces(plan);
  const lastSegment = plan.grid.borders.length;
  return [...listCopyPieces(plan), { kind: 'video', renditionIds, firstSegment: 1, lastSegment }];
}

function listCopyPieces(plan: EncodingPlan): PlannedPiece[] {
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

function listAudioPieces(plan: EncodingPlan): PlannedPiece[] {
  return plan.audio.flatMap(({ source, id, borders }) => {
    if (source !== 'encode') return [];
    const whole = { kind: 'audio' as const, renditionIds: [id], firstSegment: 1 };
    const [lead, last] = [AUDIO_LEAD_SEGMENTS, borders.length];
    if (last <= 2 * lead) return [{ ...whole, lastSegment: last }];
    return [
      { ...whole, lastSegment: lead },
      { ...whole, firstSegment: lead + 1, lastSegment: last },
    ];
  });
}

/**
 * Splits the pieces of a source that is still arriving, where a whole piece would wait for the last
 * byte. A copy is made segment by segment, each as soon as its bytes have arrived, audio in parts
 * that grow.
 */
export function splitForArrival(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'audio') return splitAudio(piece);
    return piece.kind === 'copy' ? splitSegments(piece) : [piece];
  });
}

function splitSegments(piece: PlannedPiece): PlannedPiece[] {
  const { firstSegment, lastSegment } = piece;
  return Array.from({ length: lastSegment - firstSegment + 1 }, (_, n) => ({
    ...piece,
    firstSegment: firstSegment + n,
    lastSegment: firstSegment + n,
  }));
}

/**
 * Splits a piece of audio so that its beginning can be made while its source still arrives: each
 * part is encoded from the start of the audio and keeps only its own segments, and reaches twice as
 * far as the one before, so that all parts together cost at most twice the whole.
 */
function splitAudio(piece: PlannedPiece): PlannedPiece[] {
  const minEnd = Math.max(AUDIO_FIRST_SEGMENTS, piece.firstSegment);
  const ends: number[] = [];
  let end = piece.lastSegment;
  while (end > minEnd) {
    ends.unshift(end);
    end = Math.max(minEnd, Math.floor(end / 2));
  }
  // The smallest part behind the beginning would be one segment: it joins the next.
  if (piece.firstSegment === 1 || ends.length === 0) ends.unshift(end);
  return ends.map((lastSegment, n) => ({
    ...piece,
    firstSegment: n === 0 ? piece.firstSegment : (ends[n - 1] ?? 0) + 1,
    lastSegment,
  }));
}

/** Lists first and last of `count` pieces, as equal as whole segments allow, the longer ones first. */
function splitEvenly(first: number, last: number, count: number): [number, number][] {
  const at = (share: number): number => first + Math.ceil(((last - first + 1) * share) / count);
  return Array.from({ length: count }, (_, n) => [at(n), at(n + 1) - 1]);
}

/**
 * Lists first and last of pieces of `size` segments, and of shorter ones towards the end: a quarter
 * of the rest, so that few workers wait long for the last piece.
 */
function splitTapering(first: number, last: number, size: number): [number, number][] {
  const spans: [number, number][] = [];
  for (let from = first; from <= last;) {
    const quarter = Math.ceil((last - from + 1) / 4);
    const to = Math.min(last, from + Math.min(size, Math.max(MIN_SEGMENTS, quarter)) - 1);
    spans.push([from, to]);
    from = to + 1;
  }
  return spans;
}

/** Lists pieces of `size` segments; the last may be shorter. */
function splitInTurn(last: number, size: number): [number, number][] {
  return Array.from({ length: Math.ceil(last / size) }, (_, n) => [
    n * size + 1,
    Math.min(last, (n + 1) * size),
  ]);
}
