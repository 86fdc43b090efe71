import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useDocumentTitle } from '../../../base/document-title.ts';
import type { Lang } from '../../../base/i18n/messages.ts';
import { useChooseLanguage } from '../../../base/session.ts';
import { Brand } from '../../../ui/frame/brand.tsx';
import { Artwork } from './artwork.tsx';
import { FailureNote } from './failure-note.tsx';
import classes from './account-frame.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** The pages before one is signed in: the form at the left, what the product is at the right. */
export function AccountFrame({ title, lead, children }: Props) {
  const t = useTranslations('accounts');
  const choose = useChooseLanguage({ shownByPage: () => true });
  useDocumentTitle(title);
  return (
    <div className={classes.root}>
      <main className={classes.main}>
        <header className={classes.head}>
          <span className={classes.brand}>
            <Brand />
          </span>
          <LanguageSwitch onChoose={choose.mutate} />
        </header>
        <div className={classes.form}>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
          <FailureNote error={choose.error} />
          {children}
        </div>
      </main>
      <aside className={classes.aside}>
        <Artwork />
        <p className={classes.promise}>{t('promise.title')}</p>
        <p className={classes.promiseText}>{t('promise.text')}</p>
      </aside>
    </div>
  );
}

function LanguageSwitch({ onChoose }: { onChoose: (lang: Lang) => void }) {
  const t = useTranslations('nav');
  const lang = useLocale();
  const other = lang === 'th' ? 'en' : 'th';
  return (
    <button
      type="button"
      className={classes.language}
      lang={other}
      aria-label={`${t('language')}: ${other === 'en' ? 'English' : 'ไทย'}`}
      onClick={() => onChoose(other)}
    >
      {other === 'en' ? 'English' : 'ไทย'}
    </button>
  );
}
