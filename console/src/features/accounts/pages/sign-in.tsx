import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { meQuery, useChooseLanguage } from '../../../base/session.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { AccountFrame } from '../components/account-frame.tsx';
import { EmailField } from '../components/email-field.tsx';
import classes from '../components/form.module.css';
import { useCountdown } from '../components/use-countdown.ts';
import { signIn } from '../data.ts';
import { toSafeNext } from '../rules.ts';

export function SignInPage() {
  const t = useTranslations('accounts');
  const [next] = useSearchParams((search) => search['next']);
  const queryClient = useQueryClient();
  const [waitSeconds, wait] = useCountdown();
  const lang = useLocale();
  const [langAtFirst] = useState(lang);
  const language = useChooseLanguage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const save = useSave({
    run: async () => {
      try {
        await signIn({ email: email.trim(), password });
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
      await navigate({ to: toSafeNext(next), replace: true });
    },
    shownByPage: ({ code, status }) =>
      code === 'sign_in_failed' || status === 429 || status === 422,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && waitSeconds === 0) save.mutate();
  };
  return (
    <AccountFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <form onSubmit={submit} className={classes.form}>
        <SignInFailure error={save.error} waitSeconds={waitSeconds} />
        <EmailField value={email} onChange={setEmail} />
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={save.isPending} disabled={waitSeconds > 0}>
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
  if (code !== 'sign_in_failed' && status !== 422) return null;
  return (
    <Note tone="danger" role="alert" title={t('failed')}>
      {t('failedHint')}
    </Note>
  );
}
