import { OVERLAY_IMAGE_TYPES } from '@kinora/contract/bounds';
import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './overlay-form.module.css';

type Props = {
  id: string;
  label: string;
  /** Name of the chosen file; undefined while there is none. */
  fileName: string | undefined;
  /** There is a picture already, which another one replaces. */
  hasImage: boolean;
  onChoose: (file: File) => void;
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
};

export function ImageField(props: Props) {
  const { id, label, fileName, hasImage, onChoose, error, readOnly } = props;
  const disabled = props.disabled || readOnly;
  const t = useTranslations('overlayPresets.fields');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file && !disabled) onChoose(file);
      }}
    >
      <span className={classes.label} id={`${id}-label`}>
        {label}
        <span className={classes.star} aria-hidden>
          *
        </span>
      </span>
      <div className={classes.file}>
        <Button
          id={id}
          variant="default"
          leftSection={<IconPhotoUp size={17} stroke={1.7} aria-hidden />}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {hasImage ? t('otherImage') : t('chooseImage')}
        </Button>
        {fileName !== undefined && <span className={classes.fileName}>{fileName}</span>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={OVERLAY_IMAGE_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
      <p className={classes.hint} id={`${id}-hint`}>
        {t('imageHint')}
      </p>
    </div>
  );
}
