type Sizes = {
  /** The width of each tab, in px. */
  widths: readonly number[];
  /** The width of the button for the menu of hidden tabs. */
  more: number;
  gap: number;
  room: number;
  /** The tab of the page, which is always shown; -1 where there is none. */
  current: number;
};

/** Says which tabs stand in the bar, from the first on and always the current one; undefined where all do. */
export function fitTabs({ widths, more, gap, room, current }: Sizes): number[] | undefined {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return undefined;
  const kept = new Set(current >= 0 ? [current] : []);
  let used = more + (current >= 0 ? (widths[current] ?? 0) + gap : 0);
  for (const [n, width] of widths.entries()) {
    if (n === current) continue;
    if (used + width + gap > room) break;
    used += width + gap;
    kept.add(n);
  }
  return [...kept].toSorted((a, b) => a - b);
}
