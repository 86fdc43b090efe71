import type { UploadItem } from '../data/store.ts';

type Seen = Pick<UploadItem, 'key' | 'check'>;
export type Outcome = 'ready' | 'failed';

/** Says how the check of an upload ended; null while it goes on, or when it is unknown. */
export function getOutcome({ check }: Pick<UploadItem, 'check'>): Outcome | null {
  if (check === null || !check.isFinal) return null;
  if (check.fault !== null) return 'failed';
  return check.state === 'complete' ? 'ready' : null;
}

/** Uploads that have ended since an earlier look, which has seen them on their way. */
export function findEnded<Item extends Seen>(
  before: readonly Seen[],
  now: readonly Item[],
): { item: Item; outcome: Outcome }[] {
  const going = new Set(before.filter((item) => getOutcome(item) === null).map(({ key }) => key));
  return now.flatMap((item) => {
    const outcome = getOutcome(item);
    return outcome !== null && going.has(item.key) ? [{ item, outcome }] : [];
  });
}
