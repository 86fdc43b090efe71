import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { personalTokensQuery } from '../../personal-tokens/data.ts';
import { sessionsQuery } from '../../sessions/data.ts';
import { changePassword } from '../data.ts';
import { passwordLeast, passwordProblem } from '../rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import classes from './profile.module.css';

const empty = { current: '', password: '', again: '', revokeTokens: false };

export function PasswordCard() {
  const t = useTranslations('accounts');
  const id = useId();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(empty);
  const [tried, setTried] = useState(false);
  const save = useSave({
    run: () =>
      changePassword({
        currentPassword: form.current,
        newPassword: form.password,
        revokePersonalTokens: form.revokeTokens,
      }),
    done: t('profile.passwordSaved'),
    onDone: async () => {
      setForm(empty);
      setTried(false);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: personalTokensQuery.queryKey }),
      ]);
    },
  });
  const problem = passwordProblem(form.password, form.again);
  const fromServer = fieldErrors(save.error);
  const own = tried && problem ? t(`problems.${problem}`, { least: passwordLeast }) : undefined;
  const set = (change: Partial<typeof empty>) => setForm((before) => ({ ...before, ...change }));
  const currentError =
    tried && form.current === '' ? t('problems.required') : fromServer['currentPassword'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem && form.current !== '' && !save.isPending) save.mutate();
  };
  return (
    <Card title={t('profile.changePassword')} note={t('profile.changePasswordNote')}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <FormErrors
          error={save.error}
          fields={{
            currentPassword: { label: t('currentPassword'), id: `${id}-current` },
            newPassword: { label: t('newPassword'), id: `${id}-new` },
          }}
        />
        <PasswordInput
          id={`${id}-current`}
          label={t('currentPassword')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          value={form.current}
          onChange={(event) => set({ current: event.currentTarget.value })}
          error={currentError}
          aria-invalid={currentError !== undefined}
        />
        <NewPasswordFields
          id={`${id}-new`}
          password={form.password}
          again={form.again}
          onPassword={(password) => set({ password })}
          onAgain={(again) => set({ again })}
          errors={{
            password: problem === 'tooShort' ? own : fromServer['newPassword'],
            again: problem === 'mismatch' ? own : undefined,
          }}
        />
        <Checkbox
          label={t('profile.revokeTokens')}
          description={t('profile.revokeTokensHint')}
          checked={form.revokeTokens}
          onChange={(event) => set({ revokeTokens: event.currentTarget.checked })}
        />
        <Button type="submit" className={classes.save ?? ''} loading={save.isPending}>
          {t('profile.changePassword')}
        </Button>
      </form>
    </Card>
  );
}
