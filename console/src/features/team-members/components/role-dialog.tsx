import type { TeamMember } from '@kinora/contract/team-members';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../base/session.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Note } from '../../../ui/note.tsx';
import { RoleChoice } from '../../team-invitations/components/role-choice.tsx';
import { refreshMembers, updateMember } from '../data.ts';

type Props = { member: TeamMember | undefined; onClose: () => void };

export function RoleDialog({ member, onClose }: Props) {
  const t = useTranslations('teamMembers.role');
  return (
    <Dialog
      opened={member !== undefined}
      onClose={onClose}
      title={t('title', { name: member?.account.name ?? '' })}
    >
      {member && <RoleForm member={member} onClose={onClose} />}
    </Dialog>
  );
}

function RoleForm({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const t = useTranslations('teamMembers');
  const ui = useTranslations('ui');
  const nav = useTranslations('nav.roles');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { account } = member;
  const isSelf = useMe()?.account.id === account.id;
  const form = useForm({
    id: 'member-role',
    stored: { role: member.role },
    labels: { role: t('columns.role') },
    run: ({ role }) => updateMember(scope, account.id, { role }),
    item: t('item'),
    done: ({ role }) => t('role.done', { name: account.name, role: nav(role) }),
    onDone: async () => {
      onClose();
      await refreshMembers(queryClient, scope);
    },
    leaves: true,
  });
  const { values, save, isDirty } = form;
  return (
    <Form form={form} className={dialogClasses.body}>
      <RoleChoice value={values.role} onChange={(role) => form.set({ role })} />
      {isSelf && isDirty && <Note tone="warning">{t('role.self')}</Note>}
      <div className={dialogClasses.footer}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!isDirty}>
          {t('role.button')}
        </Button>
      </div>
    </Form>
  );
}
