import { JWT_KEY_NAME_LETTERS } from '@kinora/contract/bounds';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { createJwtKey, refreshJwtKeys } from '../data.ts';
import classes from './jwt-keys.module.css';

const EMPTY = { name: '', publicKey: '' };

/** Takes the public half of a pair; a private key is refused by its field. */
export function AddJwtKey({ configId }: { configId: string }) {
  const t = useTranslations('drmConfigs');
  const words = useTextWords();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const labels = { name: t('add.name'), publicKey: t('add.publicKey') };
  const form = useForm({
    id: 'jwt-key',
    stored: EMPTY,
    labels,
    problems: ({ name, publicKey }) => {
      const text = words(labels.name, name, JWT_KEY_NAME_LETTERS);
      const missing = words(labels.publicKey, publicKey, { min: 1, max: 8000 });
      return {
        name: text === undefined ? undefined : { text, waits: name === '' },
        publicKey: missing === undefined ? undefined : { text: missing, waits: publicKey === '' },
      };
    },
    run: ({ name, publicKey }) =>
      createJwtKey(scope, { id: configId, name: name.trim(), publicKey }),
    item: t('item'),
    done: t('add.done'),
    onDone: () => refreshJwtKeys(queryClient, scope),
  });
  return (
    <Card title={t('add.title')} note={t('add.note')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.input('name')}
          placeholder={t('add.placeholder')}
          required
          autoComplete="off"
        />
        <Textarea
          {...form.input('publicKey')}
          classNames={{ input: classes.pem ?? '' }}
          placeholder="-----BEGIN PUBLIC KEY-----"
          description={t('add.publicKeyHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={6}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" className={classes.submit ?? ''} loading={form.save.isPending}>
          {t('add.button')}
        </Button>
      </Form>
    </Card>
  );
}
