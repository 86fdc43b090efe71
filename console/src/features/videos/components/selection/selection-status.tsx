import { MAX_BATCH_KEYS } from '@kinora/contract/bounds';
import { useTranslations } from 'use-intl';
import type { Selecting } from './use-selection.ts';

type Total = { total: number; isTotalCapped: boolean } | undefined;
type Props = { count: Selecting['count']; total: Total };

/** How many are picked, in words. */
export function useCountWords(): (count: Selecting['count'], total: Total) => string {
  const t = useTranslations('videos.batch');
  return (count, total) => {
    // More are not taken: those that were pressed in vain need a reason.
    if (count === MAX_BATCH_KEYS) return t('selectedMost', { count });
    if (count !== 'all') return t('selected', { count });
    return t(total?.isTotalCapped ? 'allAtLeast' : 'allSelected', { count: total?.total ?? 0 });
  };
}

/** Screen readers hear how many are picked, and that none are any more. */
export function SelectionStatus({ count, total }: Props) {
  const say = useCountWords();
  return (
    <div className="visually-hidden" role="status">
      {count !== 0 && say(count, total)}
    </div>
  );
}
