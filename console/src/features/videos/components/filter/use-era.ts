import { useLocale } from 'use-intl';
import { usePreferences } from '../../../../base/preferences.ts';
import type { Era } from '../../rules/date-text.ts';

/** Says how the person wants years written; English ones are always Gregorian. */
export function useEra(): Era {
  const isThai = useLocale() === 'th';
  const { years } = usePreferences();
  return isThai && years === 'buddhist' ? 'buddhist' : 'gregorian';
}
