import type { Me } from '@kinora/contract/accounts';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useRouteData } from '../../../base/router/use-address.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import type { InvitationEnd } from '../rules.ts';

/** Says why the invitation can't be accepted, and what to do instead. */
export function InvitationOver({ end }: { end: InvitationEnd }) {
  const t = useTranslations('teamInvitations.accept');
  const accounts = useTranslations('accounts');
  const me = useRouteData((data: { me?: Me | null }) => data.me ?? null);
  return (
    <>
      <Note tone="warning" role="alert" title={t(`over.${end}`)}>
        {t(`over.${end}Text`)}
      </Note>
      {me === null ? (
        <Button component={Link} to={paths.signIn()}>
          {accounts('signIn.button')}
        </Button>
      ) : (
        <Button component={Link} to={paths.home()}>
          {t('goHome')}
        </Button>
      )}
    </>
  );
}
