import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { InviteButton } from '../../team-invitations/components/invite-button.tsx';
import { teamInvitationsQuery } from '../../team-invitations/data.ts';
import { teamMembersQuery } from '../data.ts';

/** The head of the members and of the invitations, which are tabs. */
export function MembersHead() {
  const t = useTranslations('teamMembers');
  const scope = useTeamScope();
  const { role } = useTeam();
  const members = useQuery(teamMembersQuery(scope)).data?.members;
  const invitations = useQuery(teamInvitationsQuery(scope)).data?.data;
  return (
    <>
      <PageHead
        title={t('title')}
        facts={role === 'admin' ? t('lead') : t('leadOfManagers')}
        {...(role === 'admin' && {
          actions: (
            <InviteButton
              members={(members ?? []).map(({ account: { email }, isEnabled }) => ({
                email,
                isEnabled,
              }))}
            />
          ),
        })}
      />
      <Tabs
        label={t('title')}
        tabs={[
          { to: paths.members(scope.teamName), label: t('tabs.members'), count: members?.length },
          {
            to: paths.teamInvitations(scope.teamName),
            label: t('tabs.invitations'),
            count: invitations?.length,
          },
        ]}
      />
    </>
  );
}
