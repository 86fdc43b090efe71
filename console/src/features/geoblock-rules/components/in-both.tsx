import type { CountryLists } from '@kinora/contract/geoblock-rules';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Note } from '../../../ui/note.tsx';
import { findInBoth } from '../rules/reach.ts';
import { nameCountry } from './reach-words.ts';

/** Says which countries are allowed and blocked at once, and that they are blocked then. */
export function InBoth({ lists }: { lists: CountryLists }) {
  const t = useTranslations('geoblockRules');
  const format = useFormat();
  const lang = useLocale();
  const codes = findInBoth(lists);
  if (codes.length === 0) return null;
  const countries = format.list(codes.map((code) => nameCountry(code, lang)));
  return (
    <Note tone="warning" role="status">
      <p>{t('inBoth', { countries, count: codes.length })}</p>
    </Note>
  );
}
