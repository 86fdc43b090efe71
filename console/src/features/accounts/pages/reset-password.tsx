import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { toApiError } from '../../../base/api-error.ts';
import { paths } from '../../../paths.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import classes from '../components/form.module.css';
import { NewPasswordFields, usePasswordProblems } from '../components/new-password-fields.tsx';
import { redeemPasswordReset } from '../data.ts';

export function ResetPasswordPage() {
  const t = useTranslations('accounts');
  const [token] = useSearchParams((search) => search['token'] ?? '');
  const [expired, setExpired] = useState(token === '');
  return (
    <AccountFrame title={t('reset.title')} {...(!expired && { lead: t('reset.lead') })}>
      {expired ? <Expired /> : <ResetForm token={token} onExpired={() => setExpired(true)} />}
    </AccountFrame>
  );
}

function Expired() {
  const t = useTranslations('accounts');
  return (
    <>
      <Note tone="warning" role="alert" title={t('reset.expired')}>
        {t('reset.expiredHint')}
      </Note>
      <Button component={Link} to={paths.forgotPassword()}>
        {t('reset.again')}
      </Button>
      <Button component={Link} to={paths.signIn()} variant="subtle" color="gray">
        {t('backToSignIn')}
      </Button>
    </>
  );
}

function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const t = useTranslations('accounts');
  const form = useForm({
    id: 'reset',
    stored: { newPassword: '', again: '' },
    labels: { newPassword: t('newPassword'), again: t('passwordAgain') },
    problems: usePasswordProblems(),
    run: ({ newPassword }) =>
      redeemPasswordReset({ token, newPassword }).catch((error: unknown) => {
        if (toApiError(error).status === 410) onExpired();
        throw error;
      }),
    done: t('reset.done'),
    onDone: () => navigate({ to: paths.signIn(), replace: true }),
    shownByPage: (error) => error.status === 410,
    leaves: true,
  });
  return (
    <Form form={form} className={classes.form}>
      <NewPasswordFields input={form.input} />
      <Button type="submit" fullWidth loading={form.save.isPending}>
        {t('reset.button')}
      </Button>
    </Form>
  );
}
