import { type ReactNode, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import { getLanguage, subscribeLanguage } from './language.ts';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { lang, messages } = useSyncExternalStore(subscribeLanguage, getLanguage);
  return (
    <IntlProvider locale={lang} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
