import { IconLink, IconTrash, IconUserEdit } from '@tabler/icons-react';
import { isLastManager, isLastMember } from '@kinora/contract/project-member-rules';
import type { Membership } from '@kinora/contract/project-members';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam } from '../../../base/team-scope.ts';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { isPending } from '../rules.ts';

type Dialog = { kind: 'role' | 'link' | 'remove'; member: Membership };

/** What can be done to each member, and the dialog that does it. */
export function useMemberActions(members: readonly Membership[]) {
  const t = useTranslations('projectMembers');
  const team = useTeam();
  const [dialog, setDialog] = useState<Dialog>();

  const toAction = (
    kind: Dialog['kind'],
    member: Membership,
    label: string,
    disabledReason: string | undefined,
  ) => ({
    label,
    ...(disabledReason !== undefined && { disabledReason }),
    onSelect: () => setDialog({ kind, member }),
  });

  const whyNoLink = (member: Membership): string | undefined => {
    if (!isPending(member)) return t('link.active');
    return mayManageTeam(team.role) ? undefined : t('link.managersOnly');
  };

  const listActions = (member: Membership): RowAction[] => {
    // Administrators manage each project, whatever their role in it.
    if (member.account.role === 'admin' && !isPending(member)) return [];
    const lastManager = isLastManager(members, member) ? t('lastManager') : undefined;
    const last = isLastMember(members, member) ? t('lastMember') : undefined;
    const remove = isPending(member) ? t('cancelInvitation.action') : t('remove.action');
    return [
      {
        ...toAction('role', member, t('role.action'), lastManager),
        icon: IconUserEdit,
      },
      {
        ...toAction('link', member, t('link.action'), whyNoLink(member)),
        icon: IconLink,
      },
      {
        ...toAction('remove', member, remove, lastManager ?? last),
        icon: IconTrash,
        danger: true,
      },
    ];
  };
  return { dialog, listActions, close: () => setDialog(undefined) };
}
