import { PICTURE_TYPES } from '@kinora/contract/bounds';
import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toFieldErrors, useErrorText } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { addPicture } from '../data.ts';
import { checkFile, type FileProblem } from '../rules/form.ts';
import classes from './player-form.module.css';

type Props = {
  id: string;
  label: string;
  hint: string;
  /** Empty: there is none. */
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** Sends a picture as soon as it is chosen; the player has it once the form is saved. */
export function PictureField({ id, label, hint, value, onChange, error, readOnly }: Props) {
  const t = useTranslations('players.picture');
  const { upload, choose, failure } = usePicture(onChange);
  const input = useRef<HTMLInputElement>(null);
  const shown = failure ?? error;
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file && !readOnly) choose(file);
      }}
    >
      <span className={classes.label}>{label}</span>
      <div className={classes.file}>
        {value !== '' && <Picture url={value} />}
        <Button
          id={id}
          variant="default"
          leftSection={<IconPhotoUp size={17} stroke={1.7} aria-hidden />}
          aria-label={t(value === '' ? 'chooseFor' : 'replaceFor', { label })}
          aria-describedby={shown === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          loading={upload.isPending}
          disabled={readOnly}
          onClick={() => input.current?.click()}
        >
          {t(value === '' ? 'choose' : 'replace')}
        </Button>
        {value !== '' && (
          <Button
            variant="subtle"
            color="red"
            disabled={readOnly || upload.isPending}
            aria-label={t('removeFor', { label })}
            onClick={() => onChange('')}
          >
            {t('remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) choose(file);
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

/** One that lies elsewhere is named: the console loads nothing from other hosts. */
function Picture({ url }: { url: string }) {
  const { pathname, host } = new URL(url);
  if (pathname.startsWith('/player-pictures/')) {
    return <img className={classes.picture} src={url} alt="" />;
  }
  return (
    <span className={classes.elsewhere} translate="no">
      {host + pathname}
    </span>
  );
}

function usePicture(onChange: (url: string) => void) {
  const t = useTranslations('players');
  const scope = useTeamScope();
  const describe = useErrorText();
  const [problem, setProblem] = useState<FileProblem>();
  const upload = useSave({
    run: (file: File) => addPicture(scope, file),
    item: t('picture.item'),
    onDone: ({ url }) => onChange(url),
    shownByPage: () => true,
  });
  const refused = upload.error
    ? (toFieldErrors(upload.error)['image'] ??
      describe(upload.error, { item: t('picture.item'), action: 'save' }).title)
    : undefined;
  return {
    upload,
    failure: problem === undefined ? refused : t(`problems.${problem}`),
    choose: (file: File) => {
      const found = checkFile(file);
      setProblem(found);
      if (found === undefined) upload.mutate(file);
    },
  };
}
