import { CONTINENTS, COUNTRY_CODES } from '@kinora/contract/countries';
import { Button, Pill } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Select } from '../../../ui/form/select.tsx';
import type { Choice } from '../../../ui/form/use-choice-list.ts';
import { addAsean, addContinent } from '../rules/form.ts';
import { nameCountry } from './reach-words.ts';
import classes from './country-picker.module.css';

type Props = {
  id: string;
  label: string;
  hint?: string | undefined;
  value: readonly string[];
  onChange: (codes: string[]) => void;
  error?: string | undefined;
  readOnly?: boolean;
};

/** Chooses countries, by their names in either language or their codes, or a continent at once. */
export function CountryPicker({ id, label, hint, value, onChange, error, readOnly }: Props) {
  const t = useTranslations('geoblockRules.picker');
  const lang = useLocale();
  const all = useCountryChoices();
  const choices = all.filter((choice) => !value.includes(choice.value));
  return (
    <div role="group" aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className={classes.label}>
        {label}
      </p>
      {!readOnly && (
        <Select
          id={id}
          aria-label={label}
          searchable
          placeholder={t('placeholder')}
          nothingFound={t('nothingFound')}
          choices={choices}
          value={null}
          onChange={(code) => onChange([...value, code])}
        />
      )}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label={t('chosen', { label, count: value.length })}>
          {value.map((code) => (
            <li key={code}>
              <Pill
                size="md"
                withRemoveButton={!readOnly}
                onRemove={() => onChange(value.filter((one) => one !== code))}
                removeButtonProps={{
                  'aria-label': t('remove', { country: nameCountry(code, lang) }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {nameCountry(code, lang)}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <div className={classes.continents} role="group" aria-label={t('continents')}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={() => onChange(addAsean(value))}
          >
            {t('asean')}
          </Button>
          {CONTINENTS.filter((continent) => continent !== 'antarctica').map((continent) => (
            <Button
              key={continent}
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={13} aria-hidden />}
              onClick={() => onChange(addContinent(value, continent))}
            >
              {t(`continent.${continent}`)}
            </Button>
          ))}
          {value.length > 1 && (
            <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
              {t('clear', { count: value.length })}
            </Button>
          )}
        </div>
      )}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

/** Each is found by its name in either language, and by its code. */
export function useCountryChoices(): Choice[] {
  const lang = useLocale();
  return useMemo(() => {
    const other = lang === 'th' ? 'en' : 'th';
    const { compare } = new Intl.Collator(lang);
    return COUNTRY_CODES.map((value) => {
      const names = [nameCountry(value, lang), nameCountry(value, other), value];
      return { value, label: names.join(' · '), names };
    }).toSorted((one, next) => compare(one.label, next.label));
  }, [lang]);
}
