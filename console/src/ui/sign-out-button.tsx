import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../base/router/navigation.ts';
import { signOut } from '../base/session.ts';
import { useSave } from '../base/use-save.ts';
import { paths } from '../paths.ts';

/** Signs out on a screen that has no menu for it. */
export function SignOutButton() {
  const t = useTranslations('nav');
  const queryClient = useQueryClient();
  const leave = useSave({
    run: () => signOut(queryClient),
    onDone: () => navigate({ to: paths.signIn() }),
  });
  return (
    <Button variant="default" onClick={() => leave.mutate()} loading={leave.isPending}>
      {t('signOut')}
    </Button>
  );
}
