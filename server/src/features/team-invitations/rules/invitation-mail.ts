import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/mails' with { type: 'json' };
import th from '@kinora/i18n/th/mails' with { type: 'json' };
import type { Mail } from '../../../base/mail.ts';

export type InvitationFacts = {
  to: string;
  team: string;
  /** Null when the account of the inviting person is gone. */
  inviter: string | null;
  link: string;
  expiresAt: Date;
};

/**
 * The mail with the link that lets a person into a team. A person without an account may read one of our
 * languages only, and we don't know which: the mail has both.
 *
 * @param lang of the person's account; null when there is none
 */
export function createInvitationMail(facts: InvitationFacts, lang: Language | null): Mail {
  const languages = lang ? [lang] : (['th', 'en'] as const);
  const texts = languages.map((one) => toText(facts, one));
  return {
    to: facts.to,
    subject: texts.map(({ subject }) => subject).join(' · '),
    text: texts.map(({ text }) => text).join('\n— — —\n\n'),
  };
}

function toText({ team, inviter, link, expiresAt }: InvitationFacts, lang: Language) {
  const words = (lang === 'en' ? en : th).invitation;
  const day = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'th-TH', {
    dateStyle: 'long',
    timeZone: 'Asia/Bangkok',
  }).format(expiresAt);
  const fill = (text: string) =>
    text.replaceAll(/\{(team|inviter|day)\}/g, (_, name: string) =>
      name === 'team' ? team : name === 'inviter' ? (inviter ?? team) : day,
    );
  return {
    subject: fill(words.subject),
    text: `${words.greeting}\n\n${fill(words.body)}\n\n${link}\n\n${fill(words.ignore)}\n`,
  };
}
