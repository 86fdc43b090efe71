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
import classes from '../components/form.module.css';
import { requestPasswordReset } from '../data.ts';

export function ForgotPasswordPage() {
  const t = useTranslations('accounts');
  const [email, setEmail] = useState('');
  const save = useSave({ run: () => requestPasswordReset(email.trim()) });
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
          <EmailField
            value={email}
            onChange={setEmail}
            error={toFieldErrors(save.error)['email']}
          />
          <Button type="submit" fullWidth loading={save.isPending}>
            {t('forgot.button')}
          </Button>
        </form>
      )}
      <Button
        component={Link}
        to={paths.signIn()}
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {t('backToSignIn')}
      </Button>
    </AccountFrame>
  );
}
