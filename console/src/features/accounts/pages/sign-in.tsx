import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useHash, useSearchParams } from '../../../base/router/use-address.ts';
import { meQuery, useChooseLanguage } from '../../../base/session.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import { FailureNote } from '../components/failure-note.tsx';
import classes from '../components/form.module.css';
import { useCountdown } from '../components/use-countdown.ts';
import { signIn } from '../data.ts';
import { toSafeNext } from '../rules.ts';

export function SignInPage() {
  const t = useTranslations('accounts');
  const [{ next, given }] = useSearchParams((search) => ({
    next: search['next'],
    given: search['email'] ?? '',
  }));
  // The server can't put a fragment into `next`; browsers carry it along.
  const hash = useHash();
  const queryClient = useQueryClient();
  const [waitSeconds, wait] = useCountdown();
  const lang = useLocale();
  const [langAtFirst] = useState(lang);
  const language = useChooseLanguage();
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const save = useSave({
    run: async (typed: { email: string; password: string }) => {
      try {
        await signIn(typed);
      } catch (error) {
        const { status, retryAfterSeconds } = toApiError(error);
        if (status === 429) wait(retryAfterSeconds ?? 60);
        throw error;
      }
    },
    onDone: async () => {
      const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
      // Chosen on this page, so it counts more than what the account has kept.
      if (lang !== langAtFirst && lang !== me.lang) {
        await language.mutateAsync(lang).catch(() => undefined);
      }
      await navigate({ to: `${toSafeNext(next)}${hash && `#${hash}`}`, replace: true });
    },
    shownByPage: () => true,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A password manager fills and sends within one turn, before anything is drawn again.
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    if (save.isPending || waitSeconds > 0) return;
    save.mutate({ email: read('email').trim(), password: read('password') });
  };
  return (
    <AccountFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <form onSubmit={submit} className={classes.form}>
        <SignInFailure error={save.error} waitSeconds={waitSeconds} />
        <EmailField value={email} onChange={setEmail} isFirst={given === ''} />
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          autoFocus={given !== ''}
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? t('signIn.wait', { seconds: waitSeconds }) : t('signIn.button')}
        </Button>
        <Link to={paths.forgotPassword()} className={classes.quiet}>
          {t('signIn.forgot')}
        </Link>
      </form>
    </AccountFrame>
  );
}

function SignInFailure({ error, waitSeconds }: { error: Error | null; waitSeconds: number }) {
  const t = useTranslations('accounts.signIn');
  if (error === null) return null;
  const { code, status } = toApiError(error);
  if (status === 429) {
    if (waitSeconds === 0) return null;
    return (
      <Note tone="warning" role="alert" title={t('tooMany')}>
        {t('tooManyHint')}
      </Note>
    );
  }
  if (code !== 'sign_in_failed' && status !== 422) return <FailureNote error={error} />;
  return (
    <Note tone="danger" role="alert" title={t('failed')}>
      {t('failedHint')}
    </Note>
  );
}
