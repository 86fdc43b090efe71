import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** It gets the focus, unless it is filled in already. */
  isFirst?: boolean;
};

/** The address that one signs in with; the first field of its page. */
export function EmailField({ value, onChange, error, isFirst = true }: Props) {
  const t = useTranslations('accounts');
  return (
    <TextInput
      ref={isFirst ? focusFirst : null}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      label={t('email')}
      // Not type=email: an address inside the network (admin@localhost) is one too.
      inputMode="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
    />
  );
}

const focusFirst = (input: HTMLInputElement | null): void => input?.focus();
