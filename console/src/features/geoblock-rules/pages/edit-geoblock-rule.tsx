import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { RuleFormView } from '../components/rule-form.tsx';
import { geoblockRulesQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => geoblockRulesQuery(scope);

export function EditGeoblockRulePage() {
  const t = useTranslations('geoblockRules');
  const { namespace } = useTeam();
  const id = useRouteParam('ruleId');
  const rules = useQuery(geoblockRulesQuery(useTeamScope()));
  const rule = rules.data?.data.find((one) => one.id === id);
  const list = paths.geoBlocking(namespace);
  const back = { to: list, label: t('backToList') };
  return (
    <>
      <PageHead title={rule?.name ?? t('item')} crumbs={[{ label: t('title'), to: list }]} />
      <Loaded query={rules} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {() => {
          if (rule === undefined) return <MissingItem item={t('item')} back={back} />;
          return <RuleFormView key={rule.id} rule={rule} />;
        }}
      </Loaded>
    </>
  );
}
