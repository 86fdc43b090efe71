import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { personalTokensQuery } from '../../personal-tokens/data.ts';
import { sessionsQuery } from '../../sessions/data.ts';
import { changePassword } from '../data.ts';
import { NewPasswordFields, usePasswordProblems } from './new-password-fields.tsx';
import classes from './profile.module.css';

const EMPTY = { currentPassword: '', newPassword: '', again: '', revokePersonalTokens: false };

export function PasswordCard() {
  const t = useTranslations('accounts');
  const queryClient = useQueryClient();
  const problemsOf = usePasswordProblems();
  const form = useForm({
    id: 'password',
    stored: EMPTY,
    labels: {
      currentPassword: t('currentPassword'),
      newPassword: t('newPassword'),
      again: t('passwordAgain'),
    },
    problems: (typed) => ({
      currentPassword:
        typed.currentPassword === '' ? { text: t('problems.required'), waits: true } : undefined,
      ...problemsOf(typed),
    }),
    run: ({ currentPassword, newPassword, revokePersonalTokens }) =>
      changePassword({ currentPassword, newPassword, revokePersonalTokens }),
    done: t('profile.passwordSaved'),
    onDone: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: personalTokensQuery.queryKey }),
      ]),
  });
  const current = form.input('currentPassword');
  return (
    <Card title={t('profile.changePassword')} note={t('profile.changePasswordNote')}>
      <Form form={form} className={classes.form}>
        <FormErrors />
        <PasswordInput
          {...current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          aria-invalid={current.error !== undefined}
        />
        <NewPasswordFields input={form.input} />
        <Checkbox
          label={t('profile.revokeTokens')}
          description={t('profile.revokeTokensHint')}
          checked={form.values.revokePersonalTokens}
          onChange={(event) => form.set({ revokePersonalTokens: event.currentTarget.checked })}
        />
        <Button type="submit" className={classes.save ?? ''} loading={form.save.isPending}>
          {t('profile.changePassword')}
        </Button>
      </Form>
    </Card>
  );
}
