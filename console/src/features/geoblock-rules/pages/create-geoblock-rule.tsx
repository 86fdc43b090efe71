import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { RuleFormView } from '../components/rule-form.tsx';
import { geoblockRulesQuery } from '../data.ts';
import { readCopySearch, toForm } from '../rules/form.ts';

export const pageQuery: PageQuery = ({ scope }) => geoblockRulesQuery(scope);

export function CreateGeoblockRulePage() {
  const t = useTranslations('geoblockRules');
  const { namespace } = useTeam();
  const [{ from }] = useSearchParams(readCopySearch);
  const rules = useQuery(geoblockRulesQuery(useTeamScope()));
  const list = paths.geoBlocking(namespace);
  return (
    <>
      <PageHead title={t('create')} crumbs={[{ label: t('title'), to: list }]} />
      <Loaded query={rules} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => {
          const source = data.find(({ id }) => id === from);
          if (!source) return <RuleFormView />;
          const name = t('copyOf', { name: source.name });
          return <RuleFormView initial={{ ...toForm(source), name }} />;
        }}
      </Loaded>
    </>
  );
}
