import type { Suspension } from '@kinora/media/cage/suspension';
import type { Context } from '../../../base/context.ts';
import type { ClaimedPiece } from './pieces.ts';

/** No run of a piece came to an end: it kills its workers, and is not tried again. */
export class WorkersDied extends Error {
  override name = 'WorkersDied';
}

/** A piece is made in this. */
export type PieceRun = {
  context: Context;
  /** Aborted when the piece is no longer this worker's. */
  signal: AbortSignal;
  /** Suspends it while others need its cores more. */
  suspension: Suspension;
};

/** Makes pieces. The queue knows their order, but not their content. */
export type PieceMaker = {
  /** The fingerprint of the encoder that makes them; '' while there is none. */
  encoder: () => Promise<string>;
  /** Makes a piece and records its end; throws what went wrong, or the signal's reason. */
  make: (run: PieceRun, piece: ClaimedPiece) => Promise<void>;
  /** Records why a run ended without its piece. */
  fail: (context: Context, piece: ClaimedPiece, error: unknown) => Promise<void>;
  close: () => Promise<void>;
};
