import { Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CharacterCounter } from '../../../ui/counter.tsx';
import { keyProblem, nameLimits, typedKey } from '../rules.ts';
import type { StepProps } from './use-draft.ts';
import classes from './create-wizard.module.css';
import { fieldId } from './wizard-fields.ts';

const order: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function DetailsStep({ draft, errors, onChange, onLeave }: StepProps) {
  const t = useTranslations('projects.create.details');
  return (
    <div className={classes.fields}>
      <TextInput
        id={fieldId('name')}
        label={t('name')}
        placeholder={t('namePlaceholder')}
        required
        autoFocus
        autoComplete="off"
        inputWrapperOrder={order}
        value={draft.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
        onBlur={() => onLeave('name')}
        error={errors.name}
        description={<CharacterCounter text={draft.name} most={nameLimits.most} />}
      />
      <TextInput
        id={fieldId('key')}
        label={t('key')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={order}
        classNames={{ input: classes.mono ?? '' }}
        value={draft.key}
        onChange={(event) => onChange('key', typedKey(event.currentTarget.value))}
        onBlur={() => onLeave('key')}
        error={errors.key}
        description={<KeyHint value={draft.key} />}
      />
      <Textarea
        id={fieldId('description')}
        label={t('description')}
        description={t('descriptionHint')}
        inputWrapperOrder={order}
        rows={3}
        value={draft.description}
        onChange={(event) => onChange('description', event.currentTarget.value)}
        error={errors.description}
      />
    </div>
  );
}

/** The rules while there is no sound key, then what the key is going to be. */
function KeyHint({ value }: { value: string }) {
  const t = useTranslations('projects.create.details');
  if (keyProblem(value) !== undefined) return t('keyHint');
  return t.rich('keyFinal', {
    key: value,
    code: (chunks) => (
      <code className={classes.finalKey} translate="no">
        {chunks}-<span aria-hidden>••••••</span>
      </code>
    ),
  });
}
