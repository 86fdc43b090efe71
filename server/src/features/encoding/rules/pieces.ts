import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { PlannedPiece } from '@kinora/media/plan/pieces';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';

/** Segments of this many seconds at the start of a film are what a viewer needs first. */
const EXPRESS_MS = 3 * 60_000;

export type PieceKind = 'copy' | 'video' | 'audio' | 'cover' | 'storyboard' | 'progressive';

export type NewPiece = {
  kind: PieceKind;
  renditionIds: string[];
  firstSegment: number;
  lastSegment: number;
  /** Made when somebody asks, or when nothing else is to do, or (held) only when somebody asks. */
  when?: 'now' | 'whenIdle' | 'whenAsked';
  /** Bytes of the upload, as they are sent, that have to be there before. */
  needsArrived?: number | null;
};

/** What the encoder makes, of which all of a rendition must be of the same one. */
export function isEncoded(kind: PieceKind): boolean {
  return kind === 'video' || kind === 'audio';
}

/** Attempts that end by a fault of ours; what fails this often won't be mended by one more. */
export const mostFailures = 3;
/** The same while storage or the database is away or full: some ten minutes, with the pauses. */
export const mostPassingFailures = 16;
/** Before a piece is tried again that ended so: doubling from a second up to this, in s. */
export const longestPauseSeconds = 60;
/** Runs of a piece that nobody saw the end of: its workers died. */
export const mostAttempts = 20;

/** Edges ask again every 2 s for as long as somebody waits: who stopped asking went elsewhere. */
export const ASKED_MS = 6_000;
/** Pieces of one stream that are made, or wait to be made, for viewers: four of them who seek. */
export const MAX_ASKED_PIECES = 8;

/** Without a sign of life for so long a worker's pieces are another's. */
export const leaseMs = 10_000;
/** How often it gives one. */
export const beatMs = 2_000;

/**
 * May start beside the pieces that fill a worker, and goes before them: what makes a stream
 * playable, and everything of a video that is short.
 */
export function isExpress(
  { kind, firstSegment }: { kind: PieceKind; firstSegment: number },
  position: number,
  durationMs: number,
): boolean {
  if (kind === 'storyboard' || kind === 'progressive') return false;
  if (durationMs <= EXPRESS_MS) return true;
  // All the sound of a film takes minutes: what follows its beginning would keep others waiting.
  return kind === 'audio' ? firstSegment === 1 : kind !== 'video' || position === 0;
}

/**
 * How long after its planning a piece is due: short videos pass long ones that were planned before,
 * and a long one is passed only by what comes within its own length, so that nothing waits for ever.
 */
export function dueAfterMs(durationMs: number, kind: PieceKind): number {
  const isExtra = kind === 'storyboard' || kind === 'progressive';
  return durationMs * (isExtra ? 2 : 1);
}

/** Seconds that the rest takes, from the pace until now; null while nothing tells. */
export function secondsLeft(pieces: {
  /** weight of all, of those that are done, in seconds of video */
  total: number;
  done: number;
  /** seconds of work that the done ones took */
  spent: number;
  /** how many run at once */
  running: number;
}): number | null {
  if (pieces.done <= 0 || pieces.spent <= 0) return null;
  const perSecond = pieces.spent / pieces.done;
  return Math.max(
    1,
    Math.round(((pieces.total - pieces.done) * perSecond) / Math.max(1, pieces.running)),
  );
}

/**
 * The pieces of a plan in the order of their making, and what of them waits to be asked for: of the
 * third model all that is encoded but the lowest rendition.
 */
export function newPieces(
  pieces: readonly PlannedPiece[],
  plan: EncodingPlan,
  preset: {
    deliveryModel: DeliveryModel;
    backgroundCompletion: 'whenIdle' | 'never';
    encrypts: boolean;
  },
): { onDemandIds: string[]; list: NewPiece[] } {
  const lowest = lowestEncoded(plan);
  const onDemandIds =
    preset.deliveryModel === 'model-c'
      ? (plan.video?.renditions ?? [])
          .filter(({ id, source }) => source === 'encode' && id !== lowest)
          .map(({ id }) => id)
      : [];
  const later = preset.backgroundCompletion === 'never' ? 'whenAsked' : 'whenIdle';
  const encoded = pieces.map((piece): NewPiece => {
    const isOnDemand = piece.renditionIds.every((id) => onDemandIds.includes(id));
    return isOnDemand ? { ...piece, when: later } : { ...piece };
  });
  const none = { renditionIds: [], firstSegment: 1, lastSegment: 1 };
  // Small pictures of all of it would tell what is encrypted.
  const hasStoryboard = plan.video && !preset.encrypts;
  const images: NewPiece[] = hasStoryboard ? [{ kind: 'storyboard', ...none }] : [];
  // What begins the stream, then its cover, then the rest.
  const isFirst = ({ kind, firstSegment }: NewPiece, n: number) =>
    n === 0 || kind === 'copy' || (kind === 'audio' && firstSegment === 1);
  return {
    onDemandIds,
    list: [
      ...encoded.filter(isFirst),
      { kind: 'cover', ...none },
      ...encoded.filter((piece, n) => !isFirst(piece, n)),
      ...images,
    ],
  };
}

function lowestEncoded(plan: EncodingPlan): string | undefined {
  return plan.video?.renditions.findLast(({ source }) => source === 'encode')?.id;
}
