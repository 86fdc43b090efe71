import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { RuleFormView } from '../components/rule-form.tsx';
import { geoblockRulesQuery } from '../../projects/data.ts';
import { mayManageRules } from '../rules.ts';

export function EditGeoblockRulePage() {
  const t = useTranslations('geoblockRules');
  const errors = useTranslations('errors.notFound');
  const { namespace, role } = useTeam();
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
          if (rule === undefined) {
            return (
              <EmptyState
                icon={IconMapPinOff}
                title={errors('title', { item: t('item') })}
                actions={
                  <Button component={Link} to={back.to} variant="default">
                    {back.label}
                  </Button>
                }
              >
                {errors('detail')}
              </EmptyState>
            );
          }
          if (mayManageRules(role)) return <RuleFormView key={rule.id} rule={rule} />;
          return <Forbidden title={t('forbidden.title')} text={t('forbidden.text')} back={back} />;
        }}
      </Loaded>
    </>
  );
}
