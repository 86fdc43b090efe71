import { Button } from '@mantine/core';
import type { Membership } from '@kinora/contract/project-members';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { inviteByLink } from '../data.ts';
import classes from './members.module.css';

type Props = { projectKey: string; member: Membership; onClose: () => void };

/** Makes a link that one hands over oneself to an invited person. */
export function InviteLink({ projectKey, member, onClose }: Props) {
  const t = useTranslations('projectMembers');
  const scope = useTeamScope();
  const describe = useErrorText();
  const { projectRole } = member;
  const { email } = member.account;
  const create = useSave({
    run: () => inviteByLink(scope, { key: projectKey, email, projectRole }),
    shownByPage: () => true,
  });
  const link = create.data?.updateUserLink;
  const failure = create.error ? describe(create.error, { action: 'save' }) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('link.title', { email })}
      busy={create.isPending}
      footer={
        create.data ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose} disabled={create.isPending}>
              {t('cancel')}
            </Button>
            <Button onClick={() => create.mutate()} loading={create.isPending}>
              {t('link.button')}
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        <p>{t('link.text', { email })}</p>
        {typeof link === 'string' && (
          <CopyField label={t('link.label')} value={link} copyLabel={t('link.copy')} wrap />
        )}
        {create.data && typeof link !== 'string' && (
          <Note tone="warning" role="alert" title={t('link.none')}>
            {t('link.noneText')}
          </Note>
        )}
        {!create.data && <p>{t('link.former')}</p>}
        {failure && (
          <Note tone="danger" role="alert" title={failure.title}>
            {`${t('retryHint')} (${failure.reference})`}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
