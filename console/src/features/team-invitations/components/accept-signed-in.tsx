import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { reopen } from '../../../base/router/navigation.ts';
import { toHref } from '../../../base/router/route.ts';
import { signOut } from '../../../base/session.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { FailureNote } from '../../accounts/components/failure-note.tsx';
import { isRefusal, useRedeem } from './use-redeem.ts';

type Props = {
  token: string;
  invitation: { email: string };
  onRefused: (error: unknown) => void;
};

/** The invited person is signed in. */
export function AcceptAsSelf({ token, onRefused }: Props) {
  const t = useTranslations('teamInvitations.accept');
  const { redeem, onRedeemed } = useRedeem(onRefused);
  const save = useSave({
    run: () => redeem({ token }),
    onDone: onRedeemed,
    shownByPage: () => true,
  });
  const { error } = save;
  return (
    <>
      <FailureNote error={error === null || isRefusal(toApiError(error)) ? null : error} />
      <Button fullWidth loading={save.isPending} onClick={() => save.mutate()}>
        {t('accept')}
      </Button>
    </>
  );
}

/** The address has an account, and nobody is signed in. */
export function SignInFirst({ token, invitation: { email } }: Props) {
  const t = useTranslations('teamInvitations.accept');
  const next = toHref({ to: paths.invitation(), search: { token } });
  return (
    <>
      <p>{t('signInText', { email })}</p>
      <Button component={Link} to={paths.signIn()} search={{ next, email }} fullWidth>
        {t('signIn')}
      </Button>
    </>
  );
}

/** Nobody accepts for somebody else. */
export function SignedInAsAnother({ email, invited }: { email: string; invited: string }) {
  const t = useTranslations('teamInvitations.accept');
  const queryClient = useQueryClient();
  const leave = useSave({ run: () => signOut(queryClient), onDone: reopen });
  return (
    <>
      <Note tone="warning" title={t('another')}>
        {t('anotherText', { email, invited })}
      </Note>
      <Button fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('signOut')}
      </Button>
      <Button component={Link} to={paths.home()} variant="subtle" color="gray">
        {t('goHome')}
      </Button>
    </>
  );
}
