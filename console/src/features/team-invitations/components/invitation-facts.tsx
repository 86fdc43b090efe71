import type { InvitationLookUp } from '@kinora/contract/team-invitations';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Facts } from '../../../ui/facts.tsx';

/** What the person is invited to. */
export function InvitationFacts({ invitation }: { invitation: InvitationLookUp }) {
  const t = useTranslations('teamInvitations.accept');
  const nav = useTranslations('nav.roles');
  const format = useFormat();
  const { email, role, projects } = invitation;
  return (
    <Facts>
      <dt>{t('email')}</dt>
      <dd translate="no">{email}</dd>
      <dt>{t('role')}</dt>
      <dd>{nav(role)}</dd>
      {projects.length > 0 && (
        <>
          <dt>{t('projects')}</dt>
          <dd>{format.list(projects.map(({ name }) => name))}</dd>
        </>
      )}
    </Facts>
  );
}
