import type { Membership } from '@kinora/contract/project-members';
import { useTranslations } from 'use-intl';
import { StatusPill, type Tone } from '../../../ui/status-pill.tsx';

const TONES: Record<Membership['projectRole'], Tone> = {
  'project-manager': 'success',
  uploader: 'info',
  viewer: 'neutral',
};

/** The role that counts: an administrator of the team manages each project. */
export function RoleBadge({ member }: { member: Membership }) {
  const t = useTranslations('projectMembers.roles');
  if (member.account.role === 'admin') {
    return <StatusPill tone="success">{t('admin.name')}</StatusPill>;
  }
  return (
    <StatusPill tone={TONES[member.projectRole]}>{t(`${member.projectRole}.name`)}</StatusPill>
  );
}
