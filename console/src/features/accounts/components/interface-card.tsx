import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { setPreference, usePreferences } from '../../../base/preferences.ts';
import { useChooseLanguage } from '../../../base/session.ts';
import { useNow } from '../../../base/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import classes from './profile.module.css';

/** Shows how the console looks and speaks; kept at once. */
export function InterfaceCard() {
  const t = useTranslations('nav');
  const tp = useTranslations('accounts.profile');
  const format = useFormat();
  const lang = useLocale();
  const { scheme, years } = usePreferences();
  const now = useNow();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const language = useChooseLanguage();
  return (
    <Card title={tp('interface')} note={tp('interfaceNote')}>
      <div className={classes.choices}>
        <Choice label={t('language')}>
          {(labelId) => (
            <SegmentedControl
              fullWidth
              aria-labelledby={labelId}
              value={lang}
              onChange={(value) => language.mutate(value === 'en' ? 'en' : 'th')}
              data={[
                { value: 'th', label: 'ไทย' },
                { value: 'en', label: 'English' },
              ]}
            />
          )}
        </Choice>
        <Choice label={t('scheme.label')}>
          {(labelId) => (
            <SegmentedControl<typeof scheme>
              fullWidth
              aria-labelledby={labelId}
              value={scheme}
              onChange={setColorScheme}
              data={[
                { value: 'light', label: t('scheme.light') },
                { value: 'dark', label: t('scheme.dark') },
                { value: 'auto', label: t('scheme.auto') },
              ]}
            />
          )}
        </Choice>
        {lang === 'th' && (
          <Choice label={t('years.label')} hint={tp('today', { date: format.date(new Date(now)) })}>
            {(labelId) => (
              <SegmentedControl<typeof years>
                fullWidth
                aria-labelledby={labelId}
                value={years}
                onChange={(value) => setPreference('years', value)}
                data={[
                  { value: 'buddhist', label: t('years.buddhist') },
                  { value: 'gregorian', label: t('years.gregorian') },
                ]}
              />
            )}
          </Choice>
        )}
      </div>
    </Card>
  );
}

type ChoiceProps = { label: string; hint?: string; children: (labelId: string) => ReactNode };

function Choice({ label, hint, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <p className={classes.label} id={id}>
        {label}
      </p>
      {children(id)}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
