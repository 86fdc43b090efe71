export type ProbeReason =
  // the file's fault
  | 'empty'
  | 'not_media'
  | 'truncated'
  | 'damaged'
  | 'no_streams'
  | 'no_frames'
  | 'unsupported_codec'
  | 'too_large'
  | 'too_long'
  // ours
  | 'probe_timeout'
  | 'out_of_memory'
  | 'unreadable'
  | 'tool_failed';

const GENERAL: ReadonlySet<ProbeReason> = new Set<ProbeReason>([
  'probe_timeout',
  'out_of_memory',
  'unreadable',
  'tool_failed',
]);

/**
 * A refused source. `type` says where the fault is: `file` will fail again at every try, `general` may not.
 * `detail` is technical, bounded and free of paths.
 */
export class ProbeError extends Error {
  readonly type: 'file' | 'general';
  readonly reason: ProbeReason;
  readonly detail: string;

  constructor(reason: ProbeReason, detail = '', options?: ErrorOptions) {
    super(['probe failed', reason, cleanDetail(detail)].filter(Boolean).join(': '), options);
    this.name = 'ProbeError';
    this.type = GENERAL.has(reason) ? 'general' : 'file';
    this.reason = reason;
    this.detail = cleanDetail(detail);
  }
}

export type EncodeReason =
  | 'source_unreadable'
  | 'out_of_memory'
  | 'disk_full'
  | 'killed'
  | 'timeout'
  | 'internal';

/** The encode ended without its outputs. `detail` is technical, bounded and free of paths. */
export class EncodeError extends Error {
  readonly reason: EncodeReason;
  readonly detail: string;

  constructor(reason: EncodeReason, detail = '', options?: ErrorOptions) {
    super(['encode failed', reason, cleanDetail(detail)].filter(Boolean).join(': '), options);
    this.name = 'EncodeError';
    this.reason = reason;
    this.detail = cleanDetail(detail);
  }
}

/** ffmpeg is missing, too old or lacks an encoder; jobs must wait until it is installed. */
export class MediaToolsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaToolsError';
  }
}

/** No sandbox keeps a media program from this machine's files, and the operator has not allowed that. */
export class NoCageError extends MediaToolsError {
  /** @param lack why none works, in a line */
  constructor(lack: string) {
    super(`no sandbox for ffmpeg works on this machine: ${lack}`);
    this.name = 'NoCageError';
  }
}

const DETAIL_LENGTH = 600;

/**
 * Removes addresses, paths and control characters from ffmpeg's output and keeps the last 600
 * characters.
 */
export function cleanDetail(text: string): string {
  return text
    .replaceAll(/ whitelist '[^']*'/g, ' whitelist')
    .replaceAll(/ @ 0x[0-9a-f]+\]/g, ']')
    .replaceAll(/(?:file:)?\/[\w.\-/]+/g, 'source')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
    .slice(-DETAIL_LENGTH);
}
