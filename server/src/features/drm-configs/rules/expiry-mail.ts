import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/mails' with { type: 'json' };
import th from '@kinora/i18n/th/mails' with { type: 'json' };
import type { Mail } from '../../../base/mail.ts';

export type ExpiringCertificate = {
  namespace: string;
  teamName: string;
  serviceName: string;
  expiresAt: Date;
};

/** The mail that says that a team's FairPlay certificate ends, and where it is replaced. */
export function createExpiryMail(
  { namespace, teamName, serviceName, expiresAt }: ExpiringCertificate,
  { to, lang, publicUrl }: { to: string; lang: Language; publicUrl: string },
): Mail {
  const words = (lang === 'en' ? en : th).certificateExpires;
  const day = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'th-TH', {
    dateStyle: 'long',
    timeZone: 'Asia/Bangkok',
  }).format(expiresAt);
  const link = new URL(`/${encodeURIComponent(namespace)}/manage/multi-drm`, publicUrl);
  const fill = (text: string) =>
    text.replaceAll(/\{(team|service|day)\}/g, (_, name: string) =>
      name === 'team' ? teamName : name === 'service' ? serviceName : day,
    );
  return {
    to,
    subject: fill(words.subject),
    text: `${words.greeting}\n\n${fill(words.body)}\n\n${link.href}\n\n${words.next}\n`,
  };
}
