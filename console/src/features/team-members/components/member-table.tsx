import type { TeamMember } from '@kinora/contract/team-members';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../base/session.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { RemoveMember, SuspendMember } from './leave-dialogs.tsx';
import { LastSeen } from './last-seen.tsx';
import classes from './members.module.css';
import { RoleDialog } from './role-dialog.tsx';
import { type Asked, useMemberActions } from './use-member-actions.ts';

type Props = {
  /** All of the team. */
  members: readonly TeamMember[];
  shown: readonly TeamMember[];
};

export function MemberTable({ members, shown }: Props) {
  const t = useTranslations('teamMembers');
  const ui = useTranslations('ui');
  const { role } = useTeam();
  const [asked, setAsked] = useState<Asked>();
  const actions = useMemberActions(members, setAsked);
  const close = () => setAsked(undefined);
  const askedFor = (what: Asked['what']) => (asked?.what === what ? asked.member : undefined);
  return (
    <>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={[...shown]}
        rowKey={({ account }) => account.id}
        {...(role === 'admin' && {
          actions,
          actionsLabel: ({ account }: TeamMember) => ui('actionsOf', { name: account.name }),
        })}
      />
      <RoleDialog member={askedFor('role')} onClose={close} />
      <SuspendMember member={askedFor('suspend')} onClose={close} />
      <RemoveMember member={askedFor('remove')} onClose={close} />
    </>
  );
}

function useColumns(): Column<TeamMember>[] {
  const t = useTranslations('teamMembers');
  const nav = useTranslations('nav.roles');
  const self = useMe()?.account.id;
  return [
    {
      key: 'name',
      header: t('columns.name'),
      phone: 'lead',
      cell: ({ account, isEnabled }) => (
        <>
          <NameCell name={account.name}>
            {account.id === self && <StatusPill tone="info">{t('you')}</StatusPill>}
            {!isEnabled && <StatusPill tone="warning">{t('suspended')}</StatusPill>}
          </NameCell>
          <div className={classes.email} translate="no">
            {account.email}
          </div>
        </>
      ),
    },
    {
      key: 'role',
      header: t('columns.role'),
      width: '150px',
      cell: ({ role }) => nav(role),
    },
    {
      key: 'seen',
      header: t('columns.lastSeen'),
      width: '190px',
      cell: ({ lastSeenAt }) => (
        <SecondCell>
          <LastSeen at={lastSeenAt} />
        </SecondCell>
      ),
    },
    {
      key: 'joined',
      header: t('columns.joined'),
      width: '150px',
      cell: ({ joinedAt }) => <DateCell at={joinedAt} />,
    },
  ];
}
