import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import classes from '../components/form.module.css';
import { NewPasswordFields } from '../components/new-password-fields.tsx';
import { redeemPasswordReset } from '../data.ts';
import { passwordLeast, passwordProblem } from '../rules.ts';

export function ResetPasswordPage() {
  const t = useTranslations('accounts');
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
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
  const id = useId();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const save = useSave({
    run: () =>
      redeemPasswordReset({ token, newPassword: password }).catch((error: unknown) => {
        if (toApiError(error).status === 410) onExpired();
        throw error;
      }),
    done: t('reset.done'),
    onDone: () => navigate({ to: paths.signIn(), replace: true } as never),
    shownByPage: (error) => error.status === 410,
  });
  const problem = passwordProblem(password, again);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem && !save.isPending) save.mutate();
  };
  const ownMessage =
    tried && problem ? t(`problems.${problem}`, { least: passwordLeast }) : undefined;
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <NewPasswordFields
        id={id}
        password={password}
        again={again}
        onPassword={setPassword}
        onAgain={setAgain}
        errors={{
          password: problem === 'tooShort' ? ownMessage : fieldErrors(save.error)['newPassword'],
          again: problem === 'mismatch' ? ownMessage : undefined,
        }}
      />
      <Button type="submit" fullWidth loading={save.isPending}>
        {t('reset.button')}
      </Button>
    </form>
  );
}
