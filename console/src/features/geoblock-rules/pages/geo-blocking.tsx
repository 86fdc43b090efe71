import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { DatabaseAge } from '../components/database-age.tsx';
import { RuleList } from '../components/rule-list.tsx';
import { geoblockRulesQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => geoblockRulesQuery(scope);

export function GeoBlockingPage() {
  const t = useTranslations('geoblockRules');
  const { namespace } = useTeam();
  const scope = useTeamScope();
  const rules = useQuery(geoblockRulesQuery(scope));
  return (
    <>
      <PageHead
        title={t('title')}
        facts={t('lead')}
        guide="who-may-watch"
        actions={
          <Button
            component={Link}
            to={paths.geoblockRuleCreate(namespace)}
            leftSection={<IconPlus size={17} aria-hidden />}
          >
            {t('create')}
          </Button>
        }
      />
      <Loaded query={rules} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => <RuleList rules={data} />}
      </Loaded>
      <DatabaseAge />
    </>
  );
}
