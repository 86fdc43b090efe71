// 7 is what EXT-X-MAP outside I-frame playlists and CHANNELS need (RFC 8216 §7).
export const HEADER_LINES = ['#EXTM3U', '#EXT-X-VERSION:7'];

export function formatSeconds(micros: number): string {
  const whole = Math.floor(micros / 1_000_000);
  return `${whole}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

export function joinLines(texts: string[]): string {
  return `${texts.join('\n')}\n`;
}
