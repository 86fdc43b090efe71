import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Tools } from '../../../ui/tools.tsx';
import { PresetList } from '../components/preset-list.tsx';
import { PresetListHead } from '../components/preset-list-head.tsx';
import { presetsQuery } from '../data.ts';
import { SEARCH_ABOVE, searchPresets } from '../rules/access.ts';

export const pageQuery: PageQuery = ({ scope }) => presetsQuery(scope);

export function PresetsPage() {
  const t = useTranslations('presets');
  const { namespace } = useTeam();
  const [{ q }, change] = useSearchParams(readListSearch);
  const presets = useQuery(presetsQuery(useTeamScope()));
  const count = presets.data?.data.length ?? 0;
  return (
    <>
      <PresetListHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <Button
            component={Link}
            to={paths.presetCreate(namespace)}
            leftSection={<IconPlus size={17} aria-hidden />}
          >
            {t('create.title')}
          </Button>
        }
      />
      {(count > SEARCH_ABOVE || q !== '') && (
        <Tools>
          <SearchBox
            value={q}
            onSearch={(text) => text !== q && change({ q: text })}
            placeholder={t('list.search')}
          />
        </Tools>
      )}
      <Loaded query={presets} skeleton={<TableSkeleton rows={4} />} item={t('item')}>
        {({ data }) => {
          const found = searchPresets(data, q);
          if (found.length > 0) return <PresetList presets={found} />;
          return (
            <NoMatch
              title={t('list.noResults', { q })}
              text={t('list.noResultsText')}
              clearLabel={t('list.clear')}
              onClear={() => change({ q: '' })}
            />
          );
        }}
      </Loaded>
    </>
  );
}
