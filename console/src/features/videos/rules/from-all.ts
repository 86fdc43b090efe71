/** The page was opened from the list of all videos (specification 2, section 2). */
export function isFromAll(raw: Record<string, unknown>): boolean {
  return raw['from'] === 'all';
}
