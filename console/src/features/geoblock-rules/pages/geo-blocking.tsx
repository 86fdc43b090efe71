import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { DatabaseAge } from '../components/database-age.tsx';
import { RuleList } from '../components/rule-list.tsx';
import { geoblockRulesQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => geoblockRulesQuery(scope);

export function GeoBlockingPage() {
  const t = useTranslations('geoblockRules');
  const scope = useTeamScope();
  const rules = useQuery(geoblockRulesQuery(scope));
  return (
    <>
      <ListPage
        query={rules}
        title={t('title')}
        lead={t('lead')}
        guide="who-may-watch"
        create={{ label: t('create'), to: paths.geoblockRuleCreate(scope.teamName) }}
        item={t('item')}
      >
        {(rows) => <RuleList rules={rows} />}
      </ListPage>
      <DatabaseAge />
    </>
  );
}
