import type { CagedExit } from '../cage/cage.ts';
import { EncodeError } from '../cage/errors.ts';

/** Returns errors of the sink unchanged, but for a full disk. */
export function toEncodeError(reason: unknown): unknown {
  if (reason instanceof EncodeError) return reason;
  if (reason instanceof RangeError)
    return new EncodeError('internal', reason.message, { cause: reason });
  const full = reason instanceof Error && 'code' in reason && reason.code === 'ENOSPC';
  return full ? new EncodeError('disk_full', '', { cause: reason }) : reason;
}

/** Derives from a failed ffmpeg's messages why it failed. */
export function toEncodeFailure({ code, signal, stderr }: CagedExit): EncodeError {
  if (/Cannot allocate memory|malloc of size|Out of memory/i.test(stderr))
    return new EncodeError('out_of_memory', stderr);
  if (/No space left on device|File too large/.test(stderr))
    return new EncodeError('disk_full', stderr);
  // bubblewrap reports signals as 128 + n: 9 is KILL, 24 is XCPU, 25 is XFSZ.
  if (signal === 'SIGXCPU' || code === 152) return new EncodeError('timeout', stderr);
  if (signal !== null || code === 137) return new EncodeError('killed', stderr);
  if (/Invalid data found|Input\/output error|No such file|Permission denied/.test(stderr))
    return new EncodeError('source_unreadable', stderr);
  return new EncodeError('internal', stderr);
}
