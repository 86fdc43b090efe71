/** Segments of this many seconds at the start of a film are what a viewer needs first. */
const EXPRESS_MS = 3 * 60_000;

export type PieceKind = 'copy' | 'video' | 'audio' | 'cover' | 'storyboard' | 'progressive';

export type NewPiece = {
  kind: PieceKind;
  renditionIds: string[];
  firstSegment: number;
  lastSegment: number;
  /** The piece is made in its turn, when workers are idle, or (blocked until then) on request. */
  when?: 'now' | 'whenIdle' | 'whenRequested';
  /** Bytes of the upload, as they are sent, that have to be there before. */
  needsArrived?: number | null;
  /** A cover that all of the audio is decoded for. */
  isWaveform?: boolean;
};

/** A piece that a worker has claimed; the attempt is that worker's alone. */
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
  isRequested: boolean;
};

/** Says whether the encoder makes a piece: all of a rendition must come from the same one. */
export function isEncoded(kind: PieceKind): boolean {
  return kind === 'video' || kind === 'audio';
}

/** After so many attempts that ended by a fault of ours, one more won't help. */
export const MAX_FAILURES = 3;
/** The same while storage or the database is away or full: some ten minutes, with the pauses. */
export const MAX_TRANSIENT_FAILURES = 16;
/** The pause before such a piece is tried again doubles from a second up to this, in s. */
export const MAX_PAUSE_SECONDS = 60;
/** A piece whose workers died so many times is not tried again. */
export const MAX_ATTEMPTS = 20;

/** Edges repeat a request every 2 s while a viewer waits; without a repetition the viewer has left. */
export const REQUESTED_MS = 6_000;
/** The bound for pieces of one stream that run or wait for viewers: enough for four viewers who seek. */
export const MAX_REQUESTED_PIECES = 8;

/** After so long without a heartbeat a worker's pieces are another's. */
export const LEASE_MS = 10_000;
/** A worker has a heartbeat this often. */
export const HEARTBEAT_MS = 2_000;
/** The same while no piece runs anywhere: one that begins then is seen long before it could be taken over. */
export const IDLE_HEARTBEAT_MS = 4_000;

/**
 * Says whether a piece may start in addition to those that fill a worker, and before them: it makes a stream
 * playable, or belongs to a short video.
 */
export function isExpress(
  { kind, firstSegment, isWaveform }: Pick<NewPiece, 'kind' | 'firstSegment' | 'isWaveform'>,
  position: number,
  durationMs: number,
): boolean {
  if (kind === 'storyboard' || kind === 'progressive') return false;
  if (durationMs <= EXPRESS_MS) return true;
  // All the audio of a film takes minutes: what follows its beginning would keep others waiting.
  if (isWaveform) return false;
  return kind === 'audio' ? firstSegment === 1 : kind !== 'video' || position === 0;
}

/**
 * Answers how long after its planning a piece is due, in ms: short videos pass long ones that were
 * planned before, and a long one is passed only by those that come within its own length, so that
 * nothing waits for ever.
 */
export function dueAfterMs(durationMs: number, kind: PieceKind): number {
  const isExtra = kind === 'storyboard' || kind === 'progressive';
  return durationMs * (isExtra ? 2 : 1);
}
