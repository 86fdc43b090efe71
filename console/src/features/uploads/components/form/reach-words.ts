import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { getReach } from '../../rules/geo.ts';

type Rule = Parameters<typeof getReach>[0];

/** A geo-blocking rule in one sentence, countries by their names. */
export function useReachWords(): (rule: Rule) => string {
  const t = useTranslations('uploads.reach');
  const format = useFormat();
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (rule) => {
    const reach = getReach(rule);
    if (!('countries' in reach)) return t(reach.kind);
    // A code that is no region's comes back as it is.
    const countries = format.list(reach.countries.map((code) => names.of(code) ?? code));
    return t(reach.kind, { countries });
  };
}
