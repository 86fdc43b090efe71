import { PLAYER_COLOR } from '@kinora/contract/bounds';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './player-form.module.css';

/** The colour of the standard player, which is the product's own. */
const STANDARD = '#f5a524';

type Props = {
  id: string;
  label: string;
  hint: string;
  /** Empty: as in the standard player. */
  value: string;
  onChange: (color: string) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** A colour to type or to choose by the system's own means. */
export function ColorField({ hint, value, onChange, ...field }: Props) {
  const t = useTranslations('players.fields');
  return (
    <TextInput
      {...field}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={STANDARD}
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={t('chooseColor')}
          disabled={field.readOnly}
          value={PLAYER_COLOR.test(value) ? value : STANDARD}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
