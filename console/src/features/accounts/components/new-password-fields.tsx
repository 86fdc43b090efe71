import { PASSWORD_LETTERS } from '@kinora/contract/bounds';
import { PasswordInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { FieldProblem, TextField } from '../../../ui/form/use-form.ts';
import { checkPassword, type NewPassword } from '../rules.ts';

const { min } = PASSWORD_LETTERS;

/** A new password and its repetition. Pasting and password managers are welcome (WCAG 3.3.8). */
export function NewPasswordFields({ input }: { input: (path: keyof NewPassword) => TextField }) {
  const t = useTranslations('accounts');
  const shared = {
    autoComplete: 'new-password',
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': t('showPassword') },
  };
  const [password, again] = [input('newPassword'), input('again')];
  return (
    <>
      <PasswordInput
        {...shared}
        {...password}
        description={t('passwordHint', { min })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        aria-invalid={password.error !== undefined}
      />
      <PasswordInput {...shared} {...again} aria-invalid={again.error !== undefined} />
    </>
  );
}

/** Finds what keeps a new password from being sent, at the field that says it. */
export function usePasswordProblems(): (typed: NewPassword) => Record<string, FieldProblem> {
  const t = useTranslations('accounts.problems');
  return (typed) => {
    const code = checkPassword(typed);
    if (code === undefined) return {};
    const field = code === 'tooShort' ? 'newPassword' : 'again';
    return { [field]: { text: t(code, { min }), waits: true } };
  };
}
