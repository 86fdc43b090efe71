import { useLocale, useTranslations } from 'use-intl';
import type { CountryLists } from '@kinora/contract/geoblock-rules';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { getReach } from '../rules/reach.ts';

const names = new Map<string, Intl.DisplayNames>();

/** The name of a country in a language. */
export function nameCountry(code: string, lang: string): string {
  const made = names.get(lang) ?? new Intl.DisplayNames(lang, { type: 'region' });
  names.set(lang, made);
  return made.of(code) ?? code;
}

/** A sentence names so many countries, and counts the rest. */
const MAX_NAMED = 4;

/** Says in words who may watch. */
export function useReachWords(): (lists: CountryLists) => string {
  const t = useTranslations('geoblockRules.reach');
  const format = useFormat();
  const lang = useLocale();
  return (lists) => {
    const { kind, codes } = getReach(lists);
    if (kind === 'everyone' || kind === 'nobody') return t(kind);
    const named = codes.slice(0, codes.length > MAX_NAMED + 1 ? MAX_NAMED : codes.length);
    const countries = named.map((code) => nameCountry(code, lang));
    const more = codes.length - named.length;
    if (more === 0) return t(kind, { countries: format.list(countries) });
    return t(`${kind}More`, { countries: countries.join(', '), more });
  };
}
