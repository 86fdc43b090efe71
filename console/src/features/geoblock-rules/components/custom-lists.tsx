import type { CountryLists } from '@kinora/contract/geoblock-rules';
import { useTranslations } from 'use-intl';
import { CountryPicker } from './country-picker.tsx';
import { InBoth } from './in-both.tsx';
import { useReachWords } from './reach-words.ts';
import classes from './rule-form.module.css';

type Props = {
  /** Begins the ids of its fields. */
  id: string;
  value: CountryLists;
  onChange: (lists: CountryLists) => void;
  readOnly: boolean;
};

/** The countries of a video of its own, and what they mean. */
export function CustomLists({ id, value, onChange, readOnly }: Props) {
  const t = useTranslations('geoblockRules');
  const reach = useReachWords();
  return (
    <div className={classes.fields}>
      <p aria-live="polite">{reach(value)}</p>
      <CountryPicker
        id={`${id}-allow`}
        label={t('fields.allow')}
        hint={readOnly ? undefined : t('fields.allowHint')}
        value={value.allowCountryCodes}
        onChange={(allowCountryCodes) => onChange({ ...value, allowCountryCodes })}
        readOnly={readOnly}
      />
      <CountryPicker
        id={`${id}-deny`}
        label={t('fields.deny')}
        hint={readOnly ? undefined : t('fields.denyHint')}
        value={value.denyCountryCodes}
        onChange={(denyCountryCodes) => onChange({ ...value, denyCountryCodes })}
        readOnly={readOnly}
      />
      <InBoth lists={value} />
    </div>
  );
}
