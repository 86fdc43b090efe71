import type { TeamInvitation } from '@kinora/contract/team-invitations';
import { IconCopy, IconMailForward, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { useSave } from '../../../base/use-save.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import type { RowAction } from '../../../ui/row-action.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { SecondCell } from '../../../ui/table-cells.tsx';
import { refreshInvitations, sendAgain, withdrawInvitation } from '../data.ts';
import classes from './invitations.module.css';

export function InvitationTable({ invitations }: { invitations: readonly TeamInvitation[] }) {
  const t = useTranslations('teamInvitations');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const { role } = useTeam();
  const queryClient = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<TeamInvitation>();
  const actions = useActions(setWithdrawing);
  return (
    <>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={[...invitations]}
        rowKey={({ id }) => id}
        {...(role === 'admin' && {
          actions,
          actionsLabel: ({ email }: TeamInvitation) => ui('actionsOf', { name: email }),
        })}
      />
      <RemoveDialog
        thing={withdrawing}
        onClose={() => setWithdrawing(undefined)}
        run={({ id }) => withdrawInvitation(scope, id)}
        done={t('withdraw.done')}
        onDone={() => refreshInvitations(queryClient, scope)}
        title={t('withdraw.title', { email: withdrawing?.email ?? '' })}
        button={t('withdraw.button')}
        item={t('item')}
      >
        <p>{t('withdraw.text')}</p>
      </RemoveDialog>
    </>
  );
}

function useColumns(): Column<TeamInvitation>[] {
  const t = useTranslations('teamInvitations.columns');
  const nav = useTranslations('nav.roles');
  return [
    {
      key: 'email',
      header: t('email'),
      phone: 'lead',
      cell: ({ email, projects }) => (
        <>
          <span className={classes.email} translate="no">
            {email}
          </span>
          <Projects projects={projects} />
        </>
      ),
    },
    { key: 'role', header: t('role'), width: '130px', cell: ({ role }) => nav(role) },
    {
      key: 'by',
      header: t('invitedBy'),
      width: '170px',
      wide: true,
      cell: ({ invitedBy }) => <SecondCell>{invitedBy?.name ?? '–'}</SecondCell>,
    },
    { key: 'sent', header: t('sent'), width: '190px', cell: (one) => <Sent invitation={one} /> },
    {
      key: 'expires',
      header: t('expires'),
      width: '150px',
      cell: (one) => <Expiry invitation={one} />,
    },
  ];
}

function Projects({ projects }: Pick<TeamInvitation, 'projects'>) {
  const t = useTranslations('teamInvitations');
  const format = useFormat();
  if (projects.length === 0) return null;
  const names = format.list(projects.map(({ name }) => name));
  return <p className={classes.reason}>{t('projects', { names })}</p>;
}

function Sent({ invitation: { sentAt, createdAt } }: { invitation: TeamInvitation }) {
  const t = useTranslations('teamInvitations');
  const format = useFormat();
  const at = sentAt ?? createdAt;
  return (
    <SecondCell>
      <time dateTime={at} title={format.dateTime(at)}>
        {sentAt === null ? t('byHand') : format.relative(sentAt)}
      </time>
    </SecondCell>
  );
}

function Expiry({ invitation: { expiresAt, isExpired } }: { invitation: TeamInvitation }) {
  const t = useTranslations('teamInvitations');
  const format = useFormat();
  if (isExpired) return <StatusPill tone="warning">{t('expired')}</StatusPill>;
  return (
    <SecondCell>
      <time dateTime={expiresAt} title={format.dateTime(expiresAt)}>
        {format.date(expiresAt)}
      </time>
    </SecondCell>
  );
}

function useActions(
  onWithdraw: (invitation: TeamInvitation) => void,
): (invitation: TeamInvitation) => RowAction[] {
  const t = useTranslations('teamInvitations');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const send = useSave({
    run: ({ id }: TeamInvitation) => sendAgain(scope, id),
    item: t('item'),
    done: ({ email }) => t('send.done', { email }),
    onDone: () => refreshInvitations(queryClient, scope),
  });
  const copy = async (link: string) => {
    if (await copyText(link)) showToast('success', { title: t('copyLink.done') });
    else showToast('error', { title: ui('copyFailed'), detail: ui('copyFailedHint') });
  };
  return (invitation) => {
    const { link, isExpired, sentAt } = invitation;
    const copyLink = {
      label: t('copyLink.action'),
      icon: IconCopy,
      disabledReason: isExpired ? t('copyLink.expired') : undefined,
      onSelect: () => void copy(link ?? ''),
    };
    const mail = {
      label: sentAt === null ? t('send.first') : t('send.again'),
      icon: IconMailForward,
      onSelect: () => send.mutate(invitation),
    };
    const withdraw = {
      label: t('withdraw.action'),
      icon: IconTrash,
      danger: true,
      onSelect: () => onWithdraw(invitation),
    };
    return [...(link === null ? [] : [copyLink]), mail, withdraw];
  };
}
