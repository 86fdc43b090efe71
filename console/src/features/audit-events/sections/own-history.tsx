import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { HistoryList } from '../components/history-list.tsx';
import classes from '../components/history.module.css';
import { readHistorySearch } from '../rules/search.ts';

type Props = {
  /** `video`, and its key; of anything else its id. */
  subjectType: string;
  subjectId: string;
  /** The page has another title. */
  isTitled?: boolean;
};

/** The history of one thing, for people who may change it. */
export function OwnHistory({ subjectType, subjectId, isTitled = false }: Props) {
  const t = useTranslations('auditEvents');
  const [{ page }, change] = useSearchParams(readHistorySearch);
  return (
    <HistoryList
      filter={{ subjectType, subjectId, ...(page !== undefined && { next: page }) }}
      onPage={(token) => change({ page: token }, { push: true })}
      tools={isTitled && <h2 className={classes.title}>{t('title')}</h2>}
      none={
        <EmptyState icon={IconHistory} title={t('own.none')}>
          {t('own.noneText')}
        </EmptyState>
      }
    />
  );
}
