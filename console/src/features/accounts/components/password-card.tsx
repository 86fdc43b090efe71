import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { changePassword } from '../data.ts';
import { passwordLeast, passwordProblem } from '../rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import classes from './profile.module.css';

const empty = { current: '', password: '', again: '' };

export function PasswordCard() {
  const t = useTranslations('accounts');
  const id = useId();
  const [form, setForm] = useState(empty);
  const [tried, setTried] = useState(false);
  const save = useSave({
    run: () => changePassword({ currentPassword: form.current, newPassword: form.password }),
    done: t('profile.passwordSaved'),
    onDone: () => {
      setForm(empty);
      setTried(false);
    },
  });
  const problem = passwordProblem(form.password, form.again);
  const fromServer = fieldErrors(save.error);
  const own = tried && problem ? t(`problems.${problem}`, { least: passwordLeast }) : undefined;
  const set = (change: Partial<typeof empty>) => setForm((before) => ({ ...before, ...change }));
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
          error={
            tried && form.current === '' ? t('problems.required') : fromServer['currentPassword']
          }
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
        <Button type="submit" className={classes.save ?? ''} loading={save.isPending}>
          {t('profile.changePassword')}
        </Button>
      </form>
    </Card>
  );
}
