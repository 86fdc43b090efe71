import { useTranslations } from 'use-intl';
import { useMe } from '../base/session.ts';

/** Writes to the operator's address for help; nothing when there is none. */
export function SupportLink({ subject }: { subject: string }) {
  const t = useTranslations('errors');
  const email = useMe()?.supportEmail;
  if (!email) return null;
  return (
    <a href={`mailto:${email}?subject=${encodeURIComponent(`Kinora: ${subject}`)}`}>
      {t('support', { email })}
    </a>
  );
}
