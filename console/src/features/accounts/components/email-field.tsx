import { useTranslations } from 'use-intl';
import { AccountField } from './account-field.tsx';

type Props = { value: string; onChange: (value: string) => void; error?: string | undefined };

/** The address that one signs in with; the first field of its page. */
export function EmailField(props: Props) {
  const t = useTranslations('accounts');
  return (
    <AccountField
      {...props}
      ref={focusFirst}
      label={t('email')}
      // Not type=email: an address inside the network (admin@localhost) is one too.
      inputMode="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

const focusFirst = (input: HTMLInputElement | null): void => input?.focus();
