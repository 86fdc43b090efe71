import { PasswordInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { passwordLeast } from '../rules.ts';

type Props = {
  password: string;
  again: string;
  onPassword: (value: string) => void;
  onAgain: (value: string) => void;
  /** Messages under the fields, from our own rules or the server. */
  errors: { password?: string | undefined; again?: string | undefined };
  id: string;
};

/** A new password and its repetition. Pasting and password managers are welcome (WCAG 3.3.8). */
export function NewPasswordFields({ password, again, onPassword, onAgain, errors, id }: Props) {
  const t = useTranslations('accounts');
  const shared = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': t('showPassword') },
  };
  return (
    <>
      <PasswordInput
        {...shared}
        id={id}
        label={t('newPassword')}
        description={t('passwordHint', { least: passwordLeast })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        error={errors.password}
        aria-invalid={errors.password !== undefined}
      />
      <PasswordInput
        {...shared}
        label={t('passwordAgain')}
        value={again}
        onChange={(event) => onAgain(event.currentTarget.value)}
        error={errors.again}
        aria-invalid={errors.again !== undefined}
      />
    </>
  );
}
