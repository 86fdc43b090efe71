import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { readHistorySearch } from '../rules/search.ts';

type Props = {
  /** `video`, and its key; of anything else its id. */
  subjectType: string;
  subjectId: string;
};

/** The history of one thing, for people who may change it. */
export function OwnHistory({ subjectType, subjectId }: Props) {
  const t = useTranslations('auditEvents.own');
  const [{ page }, change] = useSearchParams(readHistorySearch);
  return (
    <HistoryList
      filter={{ subjectType, subjectId, ...(page !== undefined && { next: page }) }}
      onPage={(token) => change({ page: token }, { push: true })}
      none={
        <EmptyState icon={IconHistory} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      }
    />
  );
}
