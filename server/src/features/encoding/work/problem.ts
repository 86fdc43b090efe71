import type { SourceProblem } from '@kinora/contract/videos/summary';
import { CopyError } from '@kinora/media/copy/copy-bytes';
import { EncodeError, MediaToolsError, ProbeError } from '@kinora/media/cage/errors';
import { StorageError } from '@kinora/storage/errors';
import { isDatabaseAway } from '../../../base/db.ts';
import { WorkersDied } from '../../pieces/rules/maker.ts';

export type Problem = {
  reason: SourceProblem;
  /** A technical text, bounded, without paths. */
  detail: string;
  /** No other attempt would end otherwise. */
  isFinal: boolean;
  /** Null: the probe went well, the encoding did not. */
  probeErrorType: 'probeFileError' | 'probeError' | null;
  /** The bytes of a copied track are not what the source's index promises. */
  refusesCopy?: boolean;
  /** Storage or the database is away or full: it comes back, and more patience is in place. */
  isTransient?: boolean;
  /** Another encoder made the pieces before it. */
  isOtherEncoder?: boolean;
};

/** A piece's segments can't be played together with the rendition's other pieces. */
export class OtherEncoderError extends Error {
  override name = 'OtherEncoderError';
}

/** Sorts what ended an attempt: the file's fault is final, ours is tried again. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProbeError) {
    const { reason, detail } = error;
    const isFinal = error.type === 'file';
    return { reason, detail, isFinal, probeErrorType: isFinal ? 'probeFileError' : 'probeError' };
  }
  if (error instanceof EncodeError) {
    const { reason, detail } = error;
    return { reason, detail, isFinal: reason === 'source_unreadable', probeErrorType: null };
  }
  if (error instanceof OtherEncoderError) {
    return { ...toOwnProblem('internal', error.message), isOtherEncoder: true, isTransient: true };
  }
  if (error instanceof CopyError) {
    const detail = error.reason;
    // Bytes that are missing may be there at the next attempt.
    const isFinal = detail !== 'source_short';
    const reason = 'source_unreadable';
    return { reason, detail, isFinal, probeErrorType: null, refusesCopy: true };
  }
  if (error instanceof WorkersDied)
    return { ...toOwnProblem('worker_lost', error.name), isFinal: true };
  if (error instanceof MediaToolsError) return toOwnProblem('tool_failed', error.message);
  if (error instanceof StorageError) {
    const reason = error.kind === 'full' ? 'disk_full' : 'storage_unavailable';
    return { ...toOwnProblem(reason, error.kind), isTransient: true };
  }
  if (isDatabaseAway(error)) return { ...toOwnProblem('internal', 'database'), isTransient: true };
  return toOwnProblem('internal', error instanceof Error ? error.name : 'unknown');
}

function toOwnProblem(reason: SourceProblem, detail: string): Problem {
  return { reason, detail: detail.slice(0, 600), isFinal: false, probeErrorType: null };
}
