import { ACCOUNT_NAME_LETTERS } from '@kinora/contract/bounds';
import { Button, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import {
  NewPasswordFields,
  usePasswordProblems,
} from '../../accounts/components/new-password-fields.tsx';
import classes from './invitations.module.css';
import { isRefusal, useRedeem } from './use-redeem.ts';

type Props = {
  token: string;
  invitation: { email: string };
  onRefused: (error: unknown) => void;
};

/** The person has no account yet: a name and a password make one. */
export function NewAccount({ token, invitation: { email }, onRefused }: Props) {
  const t = useTranslations('teamInvitations.accept');
  const words = useTextWords();
  const problemsOf = usePasswordProblems();
  const { redeem, onRedeemed } = useRedeem(onRefused);
  const form = useForm({
    id: 'join',
    stored: { name: '', newPassword: '', again: '' },
    labels: { name: t('name'), newPassword: t('password'), again: t('passwordAgain') },
    fieldOf: (path) => (path === 'password' ? 'newPassword' : path),
    problems: (typed) => {
      const name = words(t('name'), typed.name, ACCOUNT_NAME_LETTERS);
      return {
        name: name === undefined ? undefined : { text: name, waits: typed.name === '' },
        ...problemsOf(typed),
      };
    },
    run: ({ name, newPassword }) => redeem({ token, name: name.trim(), password: newPassword }),
    onDone: onRedeemed,
    shownByPage: isRefusal,
    leaves: true,
    isNew: true,
  });
  return (
    <Form form={form} className={classes.facts}>
      <FormErrors />
      {/* Password managers keep the password for this address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextInput {...form.input('name')} autoComplete="name" required withAsterisk={false} />
      <NewPasswordFields input={form.input} />
      <Button type="submit" fullWidth loading={form.save.isPending}>
        {t('join')}
      </Button>
    </Form>
  );
}
