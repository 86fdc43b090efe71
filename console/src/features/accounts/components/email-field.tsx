import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';

type Props = { value: string; onChange: (value: string) => void; error?: string | undefined };

/** The address that one signs in with; the first field of its page. */
export function EmailField({ value, onChange, error }: Props) {
  const t = useTranslations('accounts');
  return (
    <TextInput
      label={t('email')}
      // Not type=email: an address inside the network (admin@localhost) is one too.
      inputMode="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
