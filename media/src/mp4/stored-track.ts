/** A stored rendition: its init segment, and its segments by number from 1. */
export type StoredTrack = {
  kind: 'video' | 'audio';
  init: Buffer;
  segmentCount: number;
  segment: (number: number) => Promise<Buffer>;
};
