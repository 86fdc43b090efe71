import type { TrackClass } from '@kinora/manifests/content-keys';
import type { Refusal } from '../replies.ts';
import type { Grant } from './claims.ts';

/** A key of a stream that a viewer may have. */
export type ContentKey = {
  /** In hexadecimal. */
  keyId: string;
  trackClass: TrackClass;
  key: Uint8Array;
  /** The IV with which its segments are encrypted, in hexadecimal. */
  iv: string;
};

export type LicenceRequest = {
  videoKey: string;
  grant: Grant;
  /** Keys of the packaging that viewers get now. */
  keys: readonly ContentKey[];
  /**
   * Keys of earlier packagings, newest first, while viewers still watch them. At least one of both lists has
   * a key.
   */
  earlierKeys: readonly ContentKey[];
  body: Buffer;
};

export type Licence = { contentType: string; body: Buffer };

/** Gives licences of a key system. It is only asked for viewers with a token who may watch the video. */
export type LicenceSystem = {
  /** A longer request is refused before it is read to its end. */
  maxBytes: number;
  answer(request: LicenceRequest): Licence | Refusal | Promise<Licence | Refusal>;
};

/** Players of all systems but ClearKey send and get it. */
export const BYTES = 'application/octet-stream';
