import { Button } from '@mantine/core';
import { IconFileUpload, IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef } from 'react';
import classes from './file-field.module.css';

type Props = {
  id: string;
  label: string;
  hint: string;
  /** Media types and endings, as the input of a browser takes them. */
  accept: string;
  required?: boolean;
  /** The button shows the first text, and screen readers say the second in its place. */
  button: string;
  buttonName?: string;
  /** Stands before the button: the picture that is there. */
  before?: ReactNode;
  /** Stands behind it: the name of what was chosen, or what removes it. */
  after?: ReactNode;
  onChoose: (file: File) => void;
  error: string | undefined;
  busy?: boolean;
  disabled: boolean;
};

/** One file, chosen or dropped. */
export function FileField(props: Props) {
  const { id, label, hint, required, onChoose, error, busy = false, disabled } = props;
  const input = useRef<HTMLInputElement>(null);
  const Icon = props.accept.startsWith('image/') ? IconPhotoUp : IconFileUpload;
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled && !busy) onChoose(file);
  };
  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      choose(event.dataTransfer.files);
    },
  };
  return (
    <div {...drop}>
      <span className={classes.label} id={`${id}-label`}>
        {label}
        {required && (
          <span className={classes.star} aria-hidden>
            *
          </span>
        )}
      </span>
      <div className={classes.file}>
        {props.before}
        <Button
          id={id}
          variant="default"
          leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
          aria-label={props.buttonName}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          loading={busy}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {props.button}
        </Button>
        {props.after}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        aria-label={label}
        onChange={(event) => {
          choose(event.currentTarget.files);
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
        {hint}
      </p>
    </div>
  );
}

/** The name of the file that was chosen. */
export function FileName({ children }: { children: string }) {
  return (
    <span className={classes.fileName} translate="no" role="status">
      {children}
    </span>
  );
}
