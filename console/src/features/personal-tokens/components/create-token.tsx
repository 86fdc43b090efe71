import { TOKEN_NAME_LETTERS } from '@kinora/contract/bounds';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { createToken, personalTokensQuery } from '../data.ts';
import { type LifetimeDays, LIFETIMES, toExpiry } from '../rules.ts';
import type { NewToken } from './new-token-card.tsx';
import classes from './personal-tokens.module.css';

const EMPTY: { name: string; days: LifetimeDays } = { name: '', days: 90 };

export function CreateToken({ onCreated }: { onCreated: (token: NewToken) => void }) {
  const t = useTranslations('personalTokens');
  const words = useTextWords();
  const queryClient = useQueryClient();
  const labels = { name: t('create.name'), expiresAt: t('create.expires') };
  const form = useForm({
    id: 'token',
    stored: EMPTY,
    labels,
    problems: ({ name }) => {
      const text = words(labels.name, name, TOKEN_NAME_LETTERS);
      return { name: text === undefined ? undefined : { text, waits: name === '' } };
    },
    run: ({ name, days }) =>
      createToken({ name: name.trim(), expiresAt: toExpiry(days, Date.now()) }),
    item: t('item'),
    onDone: (token) => {
      onCreated(token);
      return queryClient.invalidateQueries({ queryKey: personalTokensQuery.queryKey });
    },
  });
  const { values, save } = form;
  return (
    <Card title={t('create.title')} note={t('create.note')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.input('name')}
          placeholder={t('create.placeholder')}
          description={t('create.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="off"
        />
        <Select
          {...form.at('expiresAt')}
          value={String(values.days)}
          onChange={(value) =>
            form.set({ days: LIFETIMES.find((lifetime) => String(lifetime) === value) ?? null })
          }
          choices={LIFETIMES.map((lifetime) => ({
            value: String(lifetime),
            label: lifetime === null ? t('never') : t('create.days', { days: lifetime }),
          }))}
        />
        <Button
          type="submit"
          className={classes.submit ?? ''}
          loading={save.isPending}
          disabled={values.name.trim() === ''}
        >
          {t('create.button')}
        </Button>
      </Form>
    </Card>
  );
}
