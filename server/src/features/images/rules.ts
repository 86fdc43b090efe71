import { createHash } from 'node:crypto';
import type { PictureLimits } from '../../base/pictures.ts';

/** A kind of images: what they are made for, how they are written, and where they lie. */
export type ImageKind = {
  /** It stands in the database. */
  name: string;
  contentType: 'image/png' | 'image/webp';
  getStorageKey: (id: string) => string;
  limits: PictureLimits;
  /** A team has so many at most, with those that nothing uses yet. */
  maxPerTeam: number;
  /** Codes and messages of the field `image`. */
  tooLarge: Refusal;
  unreadable: Refusal;
};

type Refusal = { code: string; message: string };

/** The same picture has the same hash, whoever uploads it. */
export function hashContent(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
