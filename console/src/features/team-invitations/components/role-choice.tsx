import type { TeamRole } from '@kinora/contract/fields';
import { useTranslations } from 'use-intl';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';

const ROLES = ['user', 'manager', 'admin'] as const satisfies readonly TeamRole[];

type Props = { value: TeamRole; onChange: (role: TeamRole) => void };

/** A role in the team, with what it may do. */
export function RoleChoice({ value, onChange }: Props) {
  const t = useTranslations('teamInvitations.roles');
  const nav = useTranslations('nav.roles');
  return (
    <ChoiceCards
      label={t('label')}
      choices={ROLES.map((role) => ({ value: role, title: nav(role), text: t(role) }))}
      value={value}
      onChange={(role) => onChange(role as TeamRole)}
    />
  );
}
