import type { Membership } from '@kinora/contract/project-members';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../base/session.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { DateCell } from '../../../ui/table-cells.tsx';
import { refreshMembers, removeMember } from '../data.ts';
import { isPending, nameOf } from '../rules.ts';
import { EditRole } from './edit-role.tsx';
import { InviteLink } from './invite-link.tsx';
import classes from './members.module.css';
import { RoleBadge } from './role-badge.tsx';
import { useMemberActions } from './use-member-actions.ts';

type Props = {
  projectKey: string;
  /** All of the project, by whom the rules count. */
  members: readonly Membership[];
  rows: Membership[];
  mayChange: boolean;
};

export function MemberTable({ projectKey, members, rows, mayChange }: Props) {
  const t = useTranslations('projectMembers');
  const ui = useTranslations('ui');
  const columns = useColumns();
  const { dialog, listActions, close } = useMemberActions(members);
  const { kind, member } = dialog ?? {};
  return (
    <>
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        rowKey={({ accountId }) => accountId}
        {...(mayChange && { actions: listActions })}
        actionsLabel={(one) => ui('actionsOf', { name: nameOf(one) })}
      />
      {kind === 'role' && member && (
        <EditRole projectKey={projectKey} member={member} onClose={close} />
      )}
      {kind === 'link' && member && (
        <InviteLink projectKey={projectKey} member={member} onClose={close} />
      )}
      <RemoveMember
        projectKey={projectKey}
        member={kind === 'remove' ? member : undefined}
        onClose={close}
      />
    </>
  );
}

function useColumns(): Column<Membership>[] {
  const t = useTranslations('projectMembers');
  const me = useMe();
  return [
    {
      key: 'name',
      header: t('columns.name'),
      phone: 'lead',
      cell: (member) => (
        <span className={classes.who}>
          <span className={classes.name}>
            {nameOf(member)}
            {member.accountId === me?.account.id && (
              <StatusPill tone="neutral">{t('you')}</StatusPill>
            )}
            {isPending(member) && <StatusPill tone="warning">{t('pending')}</StatusPill>}
            {!member.account.isEnabled && <StatusPill tone="danger">{t('suspended')}</StatusPill>}
          </span>
          {!isPending(member) && (
            <span className={classes.email} translate="no">
              {member.account.email}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'role',
      header: t('columns.role'),
      cell: (member) => <RoleBadge member={member} />,
    },
    {
      key: 'added',
      header: t('columns.added'),
      cell: ({ addedAt, addedBy }) => (
        <span className={classes.who}>
          <DateCell at={addedAt} />
          {addedBy && <span className={classes.email}>{t('by', addedBy)}</span>}
        </span>
      ),
    },
  ];
}

type RemoveProps = { projectKey: string; member: Membership | undefined; onClose: () => void };

function RemoveMember({ projectKey, member, onClose }: RemoveProps) {
  const t = useTranslations('projectMembers');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const me = useMe();
  const [shown, setShown] = useState(member);
  // The words stay while the dialog closes.
  if (member !== undefined && member !== shown) setShown(member);
  const name = shown ? nameOf(shown) : '';
  const words = shown && isPending(shown) ? 'cancelInvitation' : 'remove';
  return (
    <RemoveDialog
      thing={member}
      onClose={onClose}
      run={({ accountId }) => removeMember(scope, { key: projectKey, accountId })}
      done={t('saved')}
      onDone={() => refreshMembers(queryClient, scope)}
      title={t(`${words}.title`, { name })}
      button={t(`${words}.button`)}
      item={t('item')}
    >
      <p>{t(`${words}.text`)}</p>
      {shown?.accountId === me?.account.id && <p>{t('remove.self')}</p>}
    </RemoveDialog>
  );
}
