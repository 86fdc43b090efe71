/** A part of a video, up to where the next one begins. */
export type Chapter = { readonly startSec: number; readonly title: string };

/** Parses `[{"startSec": 0, "title": "…"}, …]`, ascending. Anything else is no chapters. */
export function parseChapters(attribute: string | null): readonly Chapter[] {
  try {
    const parsed: unknown = JSON.parse(attribute ?? '[]');
    if (!Array.isArray(parsed)) return [];
    const chapters = parsed.filter(isChapter);
    const isAscending = chapters.every(
      ({ startSec }, at) => startSec > (chapters[at - 1]?.startSec ?? -1),
    );
    return isAscending && chapters.length === parsed.length ? chapters : [];
  } catch {
    return [];
  }
}

/** The chapter of a moment; null before the first one. */
export function findChapter(chapters: readonly Chapter[], timeSec: number): Chapter | null {
  return chapters.findLast(({ startSec }) => startSec <= timeSec) ?? null;
}

/** A press further into a chapter goes back to its beginning, as with songs. */
const SAME_CHAPTER_SEC = 3;

/** The beginning to go back to from a moment; null where there is none. */
export function findChapterBefore(chapters: readonly Chapter[], timeSec: number): Chapter | null {
  return findChapter(chapters, timeSec - SAME_CHAPTER_SEC) ?? chapters[0] ?? null;
}

/** The chapter that comes next; null in the last one. */
export function findChapterAfter(chapters: readonly Chapter[], timeSec: number): Chapter | null {
  return chapters.find(({ startSec }) => startSec > timeSec) ?? null;
}

function isChapter(value: unknown): value is Chapter {
  if (typeof value !== 'object' || value === null) return false;
  const { startSec, title } = value as Record<string, unknown>;
  return typeof startSec === 'number' && startSec >= 0 && typeof title === 'string';
}
