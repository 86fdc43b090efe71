import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/mails' with { type: 'json' };
import th from '@kinora/i18n/th/mails' with { type: 'json' };
import type { Mail } from '../../../base/mail.ts';

/** The mail with the link to set a new password; the token is in the query. */
export function createResetMail(options: {
  to: string;
  lang: Language;
  token: string;
  publicUrl: string;
}): Mail {
  const words = (options.lang === 'en' ? en : th).passwordReset;
  const link = new URL('/accounts/reset-password', options.publicUrl);
  link.searchParams.set('token', options.token);
  return {
    to: options.to,
    subject: words.subject,
    text: `${words.greeting}\n\n${words.body}\n\n${link.href}\n\n${words.ignore}\n`,
  };
}
