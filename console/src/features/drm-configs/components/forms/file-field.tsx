import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyForm } from '../../../../ui/form/use-form.ts';
import { MAX_FILE_BYTES, readFile, type ReadFile } from '../../rules/forms.ts';
import classes from '../multi-drm.module.css';

type Props = {
  field: ReturnType<AnyForm['at']>;
  hint: string;
  isRequired: boolean;
  accept: string;
  value: ReadFile | null;
  onChange: (file: ReadFile | null) => void;
};

/** A small file, read here: it is sent with the rest of the form. */
export function FileField({ field, hint, isRequired, accept, value, onChange }: Props) {
  const t = useTranslations('drmConfigs.file');
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const { id, label, error, readOnly } = field;
  const action = t(value === null ? 'choose' : 'replace');
  const shown = isTooLarge ? t('tooLarge') : error;
  const choose = async (file: File) => {
    setTooLarge(file.size > MAX_FILE_BYTES);
    onChange(file.size > MAX_FILE_BYTES ? null : await readFile(file));
  };
  return (
    <div>
      <span className={classes.label}>
        {label}
        {isRequired && (
          <span className={classes.star} aria-hidden>
            {' *'}
          </span>
        )}
      </span>
      <div className={classes.file}>
        <Button
          id={id}
          size="sm"
          variant="default"
          leftSection={<IconFileUpload size={17} stroke={1.7} aria-hidden />}
          aria-label={t('chooseFor', { action, label })}
          aria-describedby={shown === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          disabled={readOnly}
          onClick={() => input.current?.click()}
        >
          {action}
        </Button>
        {value !== null && (
          <span className={classes.fileName} translate="no" role="status">
            {value.name}
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void choose(file);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {shown !== undefined && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {shown}
        </p>
      )}
      <p className={classes.hint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
