import type { Me } from '@kinora/contract/accounts';
import type { InvitationLookUp } from '@kinora/contract/team-invitations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { reopen } from '../../../base/router/navigation.ts';
import { useRouteData, useSearchParams } from '../../../base/router/use-address.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountFrame } from '../../accounts/components/account-frame.tsx';
import { InvitationFacts } from '../components/invitation-facts.tsx';
import { InvitationOver } from '../components/invitation-over.tsx';
import { NewAccount } from '../components/new-account.tsx';
import { AcceptAsSelf, SignedInAsAnother, SignInFirst } from '../components/accept-signed-in.tsx';
import { useNoReferrer } from '../components/use-no-referrer.ts';
import { invitationQuery } from '../data.ts';
import { findEnd, type InvitationEnd } from '../rules.ts';

/** What the link of an invitation opens: it is accepted here, or said why it can't be. */
export function InvitationPage() {
  const t = useTranslations('teamInvitations.accept');
  const [token] = useSearchParams((search) => search['token'] ?? '');
  useNoReferrer();
  const invitation = useQuery(invitationQuery(token));
  const [refused, setRefused] = useState<InvitationEnd>();
  const { data, error, refetch } = invitation;
  const end = refused ?? (error === null ? undefined : findEnd(toApiError(error)));
  if (end !== undefined) {
    return (
      <AccountFrame title={t('plainTitle')}>
        <InvitationOver end={end} />
      </AccountFrame>
    );
  }
  if (data === undefined) {
    return (
      <AccountFrame title={t('plainTitle')}>
        {error === null ? (
          <Skeleton height={220} />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )}
      </AccountFrame>
    );
  }
  const onRefused = (thrown: unknown) => {
    setRefused(findEnd(toApiError(thrown)));
    // Somebody else signed in or out meanwhile, or the person got an account.
    void refetch();
    reopen();
  };
  const { team, invitedBy } = data;
  return (
    <AccountFrame
      title={t('title', { team: team.name })}
      lead={invitedBy ? t('lead', { name: invitedBy.name }) : t('leadOfNobody')}
    >
      <InvitationFacts invitation={data} />
      <Way token={token} invitation={data} onRefused={onRefused} />
    </AccountFrame>
  );
}

type WayProps = {
  token: string;
  invitation: InvitationLookUp;
  /** Called when it can't be accepted as it was tried. */
  onRefused: (error: unknown) => void;
};

/** The way to accept, by who is signed in and whether there is an account. */
function Way(props: WayProps) {
  const { email, hasAccount } = props.invitation;
  const me = useRouteData((data: { me?: Me | null }) => data.me ?? null);
  if (me === null) return hasAccount ? <SignInFirst {...props} /> : <NewAccount {...props} />;
  return me.account.email === email ? (
    <AcceptAsSelf {...props} />
  ) : (
    <SignedInAsAnother invited={email} email={me.account.email} />
  );
}
