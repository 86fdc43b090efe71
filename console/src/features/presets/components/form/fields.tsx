import type { AudioCodec, VideoCodec } from '@kinora/contract/preset-tracks';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormScope } from '../../../../ui/form/form.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import type { Choice } from '../../../../ui/form/use-choice-list.ts';
import classes from './preset-form.module.css';

type TextProps = {
  path: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
};

const ORDER: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function TextField({
  path,
  label,
  value,
  onChange,
  autoFocus = false,
}: TextProps & { autoFocus?: boolean }) {
  const { at } = useFormScope();
  return (
    <TextInput
      {...at(path)}
      label={label}
      required
      autoComplete="off"
      autoFocus={autoFocus}
      inputWrapperOrder={ORDER}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type NumberProps = TextProps & {
  description?: string | undefined;
  required?: boolean;
  unit?: string;
  decimals?: boolean;
  placeholder?: string;
};

/** A number that is typed as text: letters stay visible, with the message beside them. */
export function NumberField(props: NumberProps) {
  const { path, label, value, onChange, description, required, unit, decimals } = props;
  const { at } = useFormScope();
  return (
    <TextInput
      {...at(path)}
      label={label}
      required={required === true}
      autoComplete="off"
      inputMode={decimals ? 'decimal' : 'numeric'}
      inputWrapperOrder={ORDER}
      description={description}
      placeholder={props.placeholder ?? ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(unit !== undefined && {
        rightSection: (
          <span className={classes.unit} aria-hidden>
            {unit}
          </span>
        ),
        rightSectionWidth: 62,
        rightSectionPointerEvents: 'none' as const,
        'aria-label': `${label} (${unit})`,
      })}
    />
  );
}

type ChoiceProps<T extends string> = {
  path: string;
  label: string;
  value: T | null;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  description?: string | undefined;
  searchable?: boolean;
  nothingFound?: string;
  placeholder?: string;
  required?: boolean;
};

export function ChoiceField<T extends string>({ path, required, ...props }: ChoiceProps<T>) {
  const { at } = useFormScope();
  return (
    <Select {...at(path)} {...props} withAsterisk={required === true} inputWrapperOrder={ORDER} />
  );
}

type CodecProps<T extends VideoCodec | AudioCodec> = {
  path: string;
  value: T;
  codecs: readonly T[];
  offered: readonly { codec: T; label: string }[];
  onChange: (codec: T) => void;
};

/** The codecs that a format takes, by the names that the server offers them under. */
export function CodecField<T extends VideoCodec | AudioCodec>(props: CodecProps<T>) {
  const { path, value, codecs, offered, onChange } = props;
  const t = useTranslations('presets.fields');
  const labelOf = (codec: T) => offered.find((one) => one.codec === codec)?.label ?? codec;
  return (
    <ChoiceField
      path={path}
      label={t('codec')}
      value={value}
      choices={codecs.map((codec) => ({ value: codec, label: labelOf(codec) }))}
      onChange={onChange}
      description={codecs.length === 1 ? t('codecOnly', { codec: labelOf(value) }) : undefined}
    />
  );
}
