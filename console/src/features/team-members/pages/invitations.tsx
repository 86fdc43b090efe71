import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { InvitationTable } from '../../team-invitations/components/invitation-table.tsx';
import { teamInvitationsQuery } from '../../team-invitations/data.ts';
import { MembersHead } from '../components/members-head.tsx';
import { teamMembersQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => [
  teamInvitationsQuery(scope),
  teamMembersQuery(scope),
];

export function InvitationsPage() {
  const t = useTranslations('teamInvitations');
  const invitations = useQuery(teamInvitationsQuery(useTeamScope()));
  return (
    <>
      <MembersHead />
      <Loaded query={invitations} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconMailPlus} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          ) : (
            <InvitationTable invitations={data} />
          )
        }
      </Loaded>
    </>
  );
}
