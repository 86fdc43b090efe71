import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { CreatePage, EditPage } from '../../../ui/thing-pages.tsx';
import { RuleFormView } from '../components/rule-form.tsx';
import { geoblockRulesQuery } from '../data.ts';
import { toForm } from '../rules/form.ts';

export const pageQuery: PageQuery = ({ scope }) => geoblockRulesQuery(scope);

export function CreateGeoblockRulePage() {
  const t = useTranslations('geoblockRules');
  return (
    <CreatePage {...usePage()} title={t('create')}>
      {(copy) => <RuleFormView initial={copy && toForm(copy)} />}
    </CreatePage>
  );
}

export function EditGeoblockRulePage() {
  return (
    <EditPage {...usePage()} param="ruleId">
      {(rule) => <RuleFormView key={rule.id} rule={rule} />}
    </EditPage>
  );
}

function usePage() {
  const t = useTranslations('geoblockRules');
  const scope = useTeamScope();
  return {
    query: useQuery(geoblockRulesQuery(scope)),
    item: t('item'),
    list: { label: t('title'), to: paths.geoBlocking(scope.teamName) },
  };
}
