import { PROJECT_NAME_LETTERS } from '@kinora/contract/bounds';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CharacterCounter } from '../../../../ui/counter.tsx';
import { checkKey, correctKey } from '../../rules/wizard.ts';
import type { StepProps } from './use-create-project.ts';
import classes from './create-wizard.module.css';

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function DetailsStep({ form, change }: StepProps) {
  const t = useTranslations('projects.create.details');
  const { name, key } = form.values;
  return (
    <div className={classes.fields}>
      <TextInput
        {...form.input('name')}
        label={t('name')}
        placeholder={t('namePlaceholder')}
        required
        autoFocus
        autoComplete="off"
        inputWrapperOrder={ORDER}
        onChange={(event) => change('name', event.currentTarget.value)}
        onBlur={() => name !== '' && form.touch('name')}
        description={<CharacterCounter text={name} max={PROJECT_NAME_LETTERS.max} />}
      />
      <TextInput
        {...form.input('key')}
        label={t('key')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={ORDER}
        classNames={{ input: classes.mono ?? '' }}
        onChange={(event) => change('key', correctKey(event.currentTarget.value))}
        onBlur={() => key !== '' && form.touch('key')}
        description={<KeyHint value={key} />}
      />
      <Textarea
        {...form.input('description')}
        label={t('description')}
        description={t('descriptionHint')}
        inputWrapperOrder={ORDER}
        rows={3}
      />
    </div>
  );
}

/** The rules while there is no sound key, then what the key is going to be. */
function KeyHint({ value }: { value: string }) {
  const t = useTranslations('projects.create.details');
  if (checkKey(value) !== undefined) return t('keyHint');
  return t.rich('keyFinal', {
    key: value,
    code: (chunks) => (
      <code className={classes.finalKey} translate="no">
        {chunks}-<span aria-hidden>••••••</span>
      </code>
    ),
  });
}
