import { ProjectRole } from '@kinora/contract/fields';
import { useTranslations } from 'use-intl';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { ReadOn } from '../../../ui/read-on.tsx';

type Props = { value: ProjectRole | null; onChange: (role: ProjectRole) => void };

/** The roles with what each may do, and a way to all of it. */
export function RoleChoice({ value, onChange }: Props) {
  const t = useTranslations('projectMembers.roles');
  const choices = ProjectRole.options.map((role) => ({
    value: role,
    title: t(`${role}.name`),
    text: t(`${role}.text`),
  }));
  return (
    <>
      <ChoiceCards
        label={t('label')}
        choices={choices}
        value={value}
        onChange={(role) => onChange(ProjectRole.parse(role))}
      />
      <ReadOn guide="access-levels" inNewTab />
    </>
  );
}
