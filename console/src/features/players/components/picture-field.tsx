import { PICTURE_TYPES } from '@kinora/contract/bounds';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { FileField } from '../../../ui/form/file-field.tsx';
import { useImageUpload } from '../../../ui/form/use-image-upload.ts';
import { addPicture } from '../data.ts';
import { checkFile } from '../rules/form.ts';
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
  const t = useTranslations('players');
  const scope = useTeamScope();
  const { choose, isSending, failure } = useImageUpload({
    run: (file) => addPicture(scope, file),
    findProblem: (file) => {
      const problem = checkFile(file);
      return problem && t(`problems.${problem}`);
    },
    item: t('picture.item'),
    onDone: onChange,
  });
  const action = value === '' ? 'choose' : 'replace';
  return (
    <FileField
      id={id}
      label={label}
      hint={hint}
      accept={PICTURE_TYPES.join(',')}
      button={t(`picture.${action}`)}
      buttonName={t(`picture.${action}For`, { label })}
      before={value !== '' && <Picture url={value} />}
      after={
        value !== '' && (
          <Button
            variant="subtle"
            color="red"
            disabled={readOnly || isSending}
            aria-label={t('picture.removeFor', { label })}
            onClick={() => onChange('')}
          >
            {t('picture.remove')}
          </Button>
        )
      }
      onChoose={choose}
      error={failure ?? error}
      busy={isSending}
      disabled={readOnly}
    />
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
