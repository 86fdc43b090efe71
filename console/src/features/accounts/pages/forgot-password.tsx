import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import { FailureNote } from '../components/failure-note.tsx';
import classes from '../components/form.module.css';
import { requestPasswordReset } from '../data.ts';

export function ForgotPasswordPage() {
  const t = useTranslations('accounts');
  const [email, setEmail] = useState('');
  const save = useSave({
    run: () => requestPasswordReset(email.trim()),
    shownByPage: () => true,
  });
  const wrong = toFieldErrors(save.error)['email'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <AccountFrame title={t('forgot.title')} lead={t('forgot.lead')}>
      {save.isSuccess ? (
        <Note tone="success" role="status" title={t('forgot.sent')}>
          {t('forgot.sentHint', { email: email.trim() })}
        </Note>
      ) : (
        <form onSubmit={submit} className={classes.form}>
          {wrong === undefined && <FailureNote error={save.error} />}
          <EmailField value={email} onChange={setEmail} error={wrong} />
          <Button type="submit" loading={save.isPending}>
            {t('forgot.button')}
          </Button>
        </form>
      )}
      <Link to={paths.signIn()} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t('backToSignIn')}
      </Link>
    </AccountFrame>
  );
}
