import type { SourceProblem } from '@kinora/contract/videos';
import { CopyError } from '@kinora/media/copy/copy-bytes';
import { EncodeError, MediaToolsError, ProbeError } from '@kinora/media/cage/errors';
import { StorageError } from '@kinora/storage/errors';
import { isDatabaseAway } from '../../../base/db.ts';
import { WorkersDied } from '../../pieces/rules/maker.ts';
import { KeyUnavailable } from './stream-keys.ts';

export type Problem = {
  reason: SourceProblem;
  /** Technical, bounded, without paths. */
  detail: string;
  /** No other attempt would end otherwise. */
  isFinal: boolean;
  /** Null: the probe went well, the encoding did not. */
  probeErrorType: 'probeFileError' | 'probeError' | null;
  /** Of a copy: the source's own bytes are not what its index promises. */
  refusesCopy?: boolean;
  /** What all work needs is away or full: it comes back, and more patience is in place. */
  isTransient?: boolean;
  /** What was encoded before is another encoder's. */
  isOtherEncoder?: boolean;
};

/** What a piece is made of can't be played together with the rendition's other pieces. */
export class OtherEncoder extends Error {
  override name = 'OtherEncoder';
}

/** Whatever ended an attempt, sorted: the file's fault is final, ours is tried again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProbeError) {
    const { reason, detail } = error;
    const isFinal = error.type === 'file';
    return { reason, detail, isFinal, probeErrorType: isFinal ? 'probeFileError' : 'probeError' };
  }
  if (error instanceof EncodeError) {
    const { reason, detail } = error;
    return { reason, detail, isFinal: reason === 'source_unreadable', probeErrorType: null };
  }
  if (error instanceof OtherEncoder) {
    return { ...ours('internal', error.message), isOtherEncoder: true, isTransient: true };
  }
  if (error instanceof CopyError) {
    const detail = error.reason;
    // Bytes that are missing may be there at the next attempt.
    const isFinal = detail !== 'source_short';
    const reason = 'source_unreadable';
    return { reason, detail, isFinal, probeErrorType: null, refusesCopy: true };
  }
  if (error instanceof KeyUnavailable) {
    const { message: detail, isFinal } = error;
    return { reason: 'key_unavailable', detail, isFinal, probeErrorType: null };
  }
  if (error instanceof WorkersDied) return { ...ours('worker_lost', error.name), isFinal: true };
  if (error instanceof MediaToolsError) return ours('tool_failed', error.message);
  if (error instanceof StorageError) {
    const reason = error.kind === 'full' ? 'disk_full' : 'storage_unavailable';
    return { ...ours(reason, error.kind), isTransient: true };
  }
  if (isDatabaseAway(error)) return { ...ours('internal', 'database'), isTransient: true };
  return ours('internal', error instanceof Error ? error.name : 'unknown');
}

function ours(reason: SourceProblem, detail: string): Problem {
  return { reason, detail: detail.slice(0, 600), isFinal: false, probeErrorType: null };
}
