import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { createToken, personalTokensQuery } from '../data.ts';
import { expiryOf, type LifetimeDays, lifetimes } from '../rules.ts';
import type { NewToken } from './new-token-card.tsx';
import classes from './personal-tokens.module.css';

export function CreateToken({ onCreated }: { onCreated: (token: NewToken) => void }) {
  const t = useTranslations('personalTokens');
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState<LifetimeDays>(90);
  const save = useSave({
    run: () => createToken({ name: name.trim(), expiresAt: expiryOf(days, Date.now()) }),
    item: t('item'),
    onDone: async (token) => {
      onCreated(token);
      await queryClient.invalidateQueries({ queryKey: personalTokensQuery.queryKey });
    },
  });
  const errors = fieldErrors(save.error);
  const ready = name.trim() !== '' && !save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <Card title={t('create.title')} note={t('create.note')}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <TextInput
          label={t('create.name')}
          placeholder={t('create.placeholder')}
          description={t('create.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors['name']}
        />
        <Select
          label={t('create.expires')}
          value={String(days)}
          onChange={(value) =>
            setDays(lifetimes.find((lifetime) => String(lifetime) === value) ?? null)
          }
          data={lifetimes.map((lifetime) => ({
            value: String(lifetime),
            label: lifetime === null ? t('never') : t('create.days', { days: lifetime }),
          }))}
          error={errors['expiresAt']}
        />
        <Button
          type="submit"
          className={classes.submit ?? ''}
          loading={save.isPending}
          disabled={!ready}
        >
          {t('create.button')}
        </Button>
      </form>
    </Card>
  );
}
