import type { CountryLists } from '@kinora/contract/geoblock-rules';
import { useTranslations } from 'use-intl';
import { CountryPicker } from './country-picker.tsx';
import { InBoth } from './in-both.tsx';
import { useReachWords } from './reach-words.ts';
import classes from './rule-form.module.css';

/** The countries of a video of its own, and what they mean. */
export function CustomLists(props: Props) {
  const reach = useReachWords();
  return (
    <div className={classes.fields}>
      <p aria-live="polite">{reach(props.value)}</p>
      <CountryFields {...props} />
    </div>
  );
}

type Props = {
  /** Begins the ids of the fields. */
  id: string;
  value: CountryLists;
  onChange: (lists: CountryLists) => void;
  /** Says what is wrong with the countries that are allowed. */
  error?: string | undefined;
  readOnly: boolean;
};

/** The countries that are allowed and those that are blocked. */
export function CountryFields({ id, value, onChange, error, readOnly }: Props) {
  const t = useTranslations('geoblockRules');
  return (
    <>
      <CountryPicker
        id={`${id}-allow`}
        label={t('fields.allow')}
        hint={readOnly ? undefined : t('fields.allowHint')}
        value={value.allowCountryCodes}
        onChange={(allowCountryCodes) => onChange({ ...value, allowCountryCodes })}
        error={error}
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
    </>
  );
}
