import { MAX_BATCH_KEYS } from '@kinora/contract/bounds';
import { useTranslations } from 'use-intl';
import type { Amount } from '../../rules/selection.ts';
import type { Selecting } from './use-selection.ts';

type Props = { count: Selecting['count']; all: Amount };

/** Says how many are picked, in words. */
export function useCountWords(): (count: Selecting['count'], all: Amount) => string {
  const t = useTranslations('videos.batch');
  return (count, all) => {
    // Further picks have no effect, so the limit is explained.
    if (count === MAX_BATCH_KEYS) return t('selectedMost', { count });
    return count === 'all' ? t('allSelected', all) : t('selected', { count });
  };
}

/** Tells screen readers how many are picked, and when none are left. */
export function SelectionStatus({ count, all }: Props) {
  const say = useCountWords();
  return (
    <div className="visually-hidden" role="status">
      {count !== 0 && say(count, all)}
    </div>
  );
}
