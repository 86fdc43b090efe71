import type { TrackClass } from '@kinora/manifests/content-keys';
import type { Refusal } from '../replies.ts';
import type { Grant } from './claims.ts';

/** A key of a stream that a viewer may have. */
export type ContentKey = {
  /** In hexadecimal. */
  keyId: string;
  trackClass: TrackClass;
  key: Uint8Array;
  /** With which its segments are encrypted, in hexadecimal. */
  iv: string;
};

export type LicenceRequest = {
  videoKey: string;
  grant: Grant;
  /** Of the packaging that viewers get now. */
  keys: readonly ContentKey[];
  /** Of those before it, while some still watch them, the newest first. One of both lists has a key at least. */
  earlierKeys: readonly ContentKey[];
  body: Buffer;
};

export type Licence = { contentType: string; body: Buffer };

/** Gives licences of a key system. Who asks may watch the video and has a token for it. */
export type LicenceSystem = {
  /** A longer request is refused before it is read to its end. */
  maxBytes: number;
  answer(request: LicenceRequest): Licence | Refusal | Promise<Licence | Refusal>;
};

/** Players of all systems but ClearKey send and get it. */
export const BYTES = 'application/octet-stream';
