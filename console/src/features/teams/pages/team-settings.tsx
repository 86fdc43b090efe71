import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useMe } from '../../../base/session.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CreateTeamCard } from '../components/create-team.tsx';
import { TeamForm } from '../components/team-form.tsx';
import { teamSettingQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => teamSettingQuery(scope);

export function TeamSettingsPage() {
  const t = useTranslations('teams');
  const settings = useQuery(teamSettingQuery(useTeamScope()));
  const { id, role } = useTeam();
  const mayCreate = useMe()?.canCreateTeams === true && role === 'admin';
  return (
    <>
      <PageHead title={t('title')} facts={role === 'admin' ? t('lead') : t('leadOfManagers')} />
      <FormPage>
        <Loaded query={settings} skeleton={<Skeleton height={180} />} item={t('item')}>
          {({ data }) => <TeamForm id={id} name={data[0]?.values.name ?? ''} />}
        </Loaded>
        {mayCreate && <CreateTeamCard />}
      </FormPage>
    </>
  );
}
