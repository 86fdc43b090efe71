/** A chapter as the player reads it. */
export type Chapter = { startSec: number; title: string };

/** `0:00 Title`, `- 01:02:03 – Title`, `(1:05) Title`: a time at the beginning of a line, and words. */
const LINE = /^[-*•\s]{0,8}[([]?(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[)\]]?[\s:–—-]{1,8}(\S.{0,199})/u;
const MAX_CHAPTERS = 200;

/**
 * Reads chapters out of a description: lines that begin with a time, the first at 0:00 and each later than
 * the one before. A single chapter counts as none, and chapters after the video's end are left out.
 */
export function parseChapters(description: string, durationSec: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (const line of description.split('\n')) {
    const [, hours = '0', minutes, seconds, title] = LINE.exec(line) ?? [];
    if (minutes === undefined || title === undefined) continue;
    const startSec = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (startSec >= durationSec || chapters.length === MAX_CHAPTERS) break;
    const isNext = startSec > (chapters.at(-1)?.startSec ?? -1);
    const isRight = chapters.length === 0 ? startSec === 0 : isNext;
    // A time in a list of something else is no chapter.
    if (!isRight) return [];
    chapters.push({ startSec, title: title.trim() });
  }
  return chapters.length < 2 ? [] : chapters;
}
