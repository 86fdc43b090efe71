import type { TeamMember } from '@kinora/contract/team-members';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../base/session.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { refreshMembers, removeMember, updateMember } from '../data.ts';

type Props = { member: TeamMember | undefined; onClose: () => void };

/** Asks before a member is suspended. */
export function SuspendMember({ member, onClose }: Props) {
  const t = useTranslations('teamMembers');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const name = member?.account.name ?? '';
  const isSelf = useMe()?.account.id === member?.account.id;
  return (
    <RemoveDialog
      thing={member}
      onClose={onClose}
      run={({ account }) => updateMember(scope, account.id, { isEnabled: false })}
      done={({ account }) => t('suspend.done', { name: account.name })}
      onDone={() => refreshMembers(queryClient, scope)}
      title={t('suspend.title', { name })}
      button={t('suspend.button')}
      item={t('item')}
    >
      <p>{t('suspend.text')}</p>
      <p>{isSelf ? t('suspend.self') : t('suspend.later')}</p>
    </RemoveDialog>
  );
}

/** Asks before a member is removed, or leaves. */
export function RemoveMember({ member, onClose }: Props) {
  const t = useTranslations('teamMembers');
  const scope = useTeamScope();
  const team = useTeam();
  const queryClient = useQueryClient();
  const name = member?.account.name ?? '';
  const isSelf = useMe()?.account.id === member?.account.id;
  return (
    <RemoveDialog
      thing={member}
      onClose={onClose}
      run={({ account }) => removeMember(scope, account.id)}
      done={({ account }) =>
        isSelf ? t('leave.done', { team: team.name }) : t('remove.done', { name: account.name })
      }
      onDone={() => refreshMembers(queryClient, scope)}
      title={isSelf ? t('leave.title', { team: team.name }) : t('remove.title', { name })}
      button={isSelf ? t('leave.button') : t('remove.button')}
      item={t('item')}
    >
      <p>{isSelf ? t('leave.ends') : t('remove.ends')}</p>
      <p>{isSelf ? t('leave.stays') : t('remove.stays')}</p>
    </RemoveDialog>
  );
}
