import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { useLocale, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { getRuleReach } from '../rules.ts';

/** The storage that is always there has no name of its own. */
export function useHostingName(): (id: string) => string {
  const t = useTranslations('projects.create.hosting');
  return (id) => (id === 'default' ? t('default') : id);
}

/** Where a rule lets people watch, with the countries' names. */
export function useReachText(): (
  rule: Pick<GeoblockRule, 'allowCountryCodes' | 'denyCountryCodes'>,
) => string {
  const t = useTranslations('projects.create.geoblockRule');
  const format = useFormat();
  const lang = useLocale();
  const names = new Intl.DisplayNames(lang, { type: 'region' });
  // `XX` stands for a country that can't be told, which DisplayNames does not know.
  const nameCountry = (code: string) =>
    (code === 'XX' ? t('unknownCountry') : names.of(code)) ?? code;
  return (rule) => {
    const { kind, codes } = getRuleReach(rule);
    if (kind === 'everyone' || kind === 'nobody') return t(kind);
    return t(kind, { countries: format.list(codes.map(nameCountry)) });
  };
}
