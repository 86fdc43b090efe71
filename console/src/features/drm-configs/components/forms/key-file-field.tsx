import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FileField, FileName } from '../../../../ui/form/file-field.tsx';
import type { AnyForm } from '../../../../ui/form/use-form.ts';
import { MAX_FILE_BYTES, readFile, type ReadFile } from '../../rules/forms.ts';

type Props = {
  field: ReturnType<AnyForm['at']>;
  hint: string;
  isRequired: boolean;
  accept: string;
  value: ReadFile | null;
  onChange: (file: ReadFile | null) => void;
};

/** A small file, read here: it is sent with the rest of the form. */
export function KeyFileField({ field, hint, isRequired, accept, value, onChange }: Props) {
  const t = useTranslations('drmConfigs.file');
  const [isTooLarge, setTooLarge] = useState(false);
  const { id, label, error, readOnly } = field;
  const action = t(value === null ? 'choose' : 'replace');
  const choose = async (file: File) => {
    setTooLarge(file.size > MAX_FILE_BYTES);
    onChange(file.size > MAX_FILE_BYTES ? null : await readFile(file));
  };
  return (
    <FileField
      id={id}
      label={label}
      hint={hint}
      accept={accept}
      required={isRequired}
      button={action}
      buttonName={t('chooseFor', { action, label })}
      after={value !== null && <FileName>{value.name}</FileName>}
      onChoose={(file) => void choose(file)}
      error={isTooLarge ? t('tooLarge') : error}
      disabled={readOnly}
    />
  );
}
