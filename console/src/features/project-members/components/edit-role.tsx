import { Button } from '@mantine/core';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Membership } from '@kinora/contract/project-members';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { refreshMembers, setProjectRole } from '../data.ts';
import { nameOf } from '../rules.ts';
import classes from './members.module.css';
import { RoleChoice } from './role-choice.tsx';

type Props = { projectKey: string; member: Membership; onClose: () => void };

/** Gives a member, or an invited person, another role. */
export function EditRole({ projectKey, member, onClose }: Props) {
  const t = useTranslations('projectMembers');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const formId = useId();
  const describe = useErrorText();
  const [role, setRole] = useState<ProjectRole>(member.projectRole);
  const { accountId } = member;
  const save = useSave({
    run: () => setProjectRole(scope, { key: projectKey, accountId, projectRole: role }),
    done: t('saved'),
    onDone: async () => {
      onClose();
      await refreshMembers(queryClient, scope);
    },
    shownByPage: () => true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const failure = save.error ? describe(save.error, { item: t('item'), action: 'save' }) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('role.title', { name: nameOf(member) })}
      busy={save.isPending}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={save.isPending}
            disabled={role === member.projectRole}
          >
            {t('role.button')}
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} onSubmit={submit}>
        <RoleChoice value={role} onChange={setRole} />
        {failure && (
          <Note tone="danger" role="alert" title={failure.title}>
            {`${failure.detail} (${failure.reference})`}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
