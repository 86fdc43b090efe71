import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { DownloadButton } from '../components/download-button.tsx';
import { HistoryChips } from '../components/history-chips.tsx';
import { HistoryFilters } from '../components/history-filters.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { historyQuery } from '../data.ts';
import {
  isFiltered,
  readHistorySearch,
  type SearchChange,
  toHistoryFilter,
  WITHOUT_FILTERS,
} from '../rules/search.ts';

export const pageQuery: PageQuery = ({ scope, search }) =>
  historyQuery(scope, toHistoryFilter(readHistorySearch(search)));

/** Everything that was changed in the team, for its admins. */
export function HistoryPage() {
  const t = useTranslations('auditEvents');
  const { namespace, role } = useTeam();
  if (role === 'admin') return <History />;
  return (
    <>
      <PageHead title={t('title')} />
      <Forbidden
        title={t('adminsOnly.title')}
        text={t('adminsOnly.text')}
        back={{ to: paths.team(namespace), label: t('adminsOnly.back') }}
      />
    </>
  );
}

function History() {
  const t = useTranslations('auditEvents');
  const [search, setSearch] = useSearchParams(readHistorySearch);
  // Another filter begins at its first page.
  const change = (next: SearchChange) => setSearch({ page: undefined, ...next });
  const none = isFiltered(search) ? (
    <NoMatch
      title={t('noMatch.title')}
      text={t('noMatch.text')}
      clearLabel={t('noMatch.clear')}
      onClear={() => change(WITHOUT_FILTERS)}
    />
  ) : (
    <EmptyState icon={IconHistory} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        facts={t('lead')}
        actions={<DownloadButton filter={toHistoryFilter(search)} />}
      />
      <HistoryFilters search={search} change={change} />
      <HistoryList
        filter={toHistoryFilter(search)}
        onPage={(page) => setSearch({ page }, { push: true })}
        onFilter={change}
        none={none}
        tools={<HistoryChips search={search} change={change} />}
      />
    </>
  );
}
