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

/** A piece that a worker has taken; the attempt is his alone. */
export type ClaimedPiece = {
  id: string;
  attempt: number;
  revisionKey: string;
  teamId: string;
  kind: PieceKind;
  renditionIds: string[];
  firstSegment: number;
  lastSegment: number;
  isExpress: boolean;
  /** A viewer waits for it. */
  isAsked: boolean;
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
export const REQUESTED_MS = 6_000;
/** Pieces of one stream that are made, or wait to be made, for viewers: four of them who seek. */
export const MAX_REQUESTED_PIECES = 8;

/** Without a sign of life for so long a worker's pieces are another's. */
export const LEASE_MS = 10_000;
/** How often it gives one. */
export const HEARTBEAT_MS = 2_000;

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
