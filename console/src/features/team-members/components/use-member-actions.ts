import type { TeamMember } from '@kinora/contract/team-members';
import { IconPlayerPause, IconPlayerPlay, IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../base/session.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import type { RowAction } from '../../../ui/row-action.ts';
import { refreshMembers, updateMember } from '../data.ts';
import { isLastAdmin } from '../rules.ts';

/** A question about a member. */
export type Asked = { what: 'role' | 'suspend' | 'remove'; member: TeamMember };

/** Lists what an administrator can do with a member. */
export function useMemberActions(
  members: readonly TeamMember[],
  ask: (asked: Asked) => void,
): (member: TeamMember) => RowAction[] {
  const t = useTranslations('teamMembers');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const self = useMe()?.account.id;
  const enable = useSave({
    run: ({ account }: TeamMember) => updateMember(scope, account.id, { isEnabled: true }),
    item: t('item'),
    done: ({ account }) => t('enable.done', { name: account.name }),
    onDone: () => refreshMembers(queryClient, scope),
  });
  return (member) => {
    const disabledReason = isLastAdmin(members, member) ? t('lastAdmin') : undefined;
    const changeRole = {
      label: t('role.action'),
      icon: IconUserCog,
      disabledReason,
      onSelect: () => ask({ what: 'role', member }),
    };
    const suspend = {
      label: t('suspend.action'),
      icon: IconPlayerPause,
      disabledReason,
      onSelect: () => ask({ what: 'suspend', member }),
    };
    const enableAgain = {
      label: t('enable.action'),
      icon: IconPlayerPlay,
      onSelect: () => enable.mutate(member),
    };
    const remove = {
      label: member.account.id === self ? t('leave.action') : t('remove.action'),
      icon: IconUserMinus,
      danger: true,
      disabledReason,
      onSelect: () => ask({ what: 'remove', member }),
    };
    return [changeRole, member.isEnabled ? suspend : enableAgain, remove];
  };
}
