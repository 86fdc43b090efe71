import type { StreamDescription } from '@kinora/contract/stream';

// 7 is what EXT-X-MAP outside I-frame playlists and CHANNELS need (RFC 8216 §7).
export const HEADER_LINES = ['#EXTM3U', '#EXT-X-VERSION:7'];

/**
 * A playlist that begins with 0 is never taken for a part of a live one. Segments that are encrypted whole
 * keep the numbers of their files, which are their IVs.
 */
export function getFirstMediaSequence({
  encryption,
  firstMediaSequence,
}: Pick<StreamDescription, 'encryption' | 'firstMediaSequence'>): number {
  return encryption?.method === 'aes-128' ? 1 : firstMediaSequence;
}

export function formatSeconds(micros: number): string {
  const whole = Math.floor(micros / 1_000_000);
  return `${whole}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

export function joinLines(texts: string[]): string {
  return `${texts.join('\n')}\n`;
}
