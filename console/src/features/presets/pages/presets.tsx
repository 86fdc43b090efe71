import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { PresetList } from '../components/preset-list.tsx';
import { presetsQuery } from '../data.ts';
import { SEARCH_ABOVE, searchPresets } from '../rules/access.ts';

export const pageQuery: PageQuery = ({ scope }) => presetsQuery(scope);

export function PresetsPage() {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const [{ q }] = useSearchParams(readListSearch);
  const { data: all } = useQuery(presetsQuery(scope));
  const presets = useQuery({
    ...presetsQuery(scope),
    select: ({ data }) => ({ data: searchPresets(data, q) }),
  });
  const isLong = (all?.data.length ?? 0) > SEARCH_ABOVE || q !== '';
  return (
    <ListPage
      query={presets}
      title={t('title')}
      lead={t('lead')}
      create={{ label: t('create.title'), to: paths.presetCreate(scope.teamName) }}
      item={t('item')}
      search={isLong ? t('list.search') : undefined}
      skeleton={<TableSkeleton rows={4} />}
    >
      {(rows) => <PresetList presets={rows} />}
    </ListPage>
  );
}
