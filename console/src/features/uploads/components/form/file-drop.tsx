import { Button } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { stageFiles } from '../../data/draft.ts';
import { chooseFiles, listInputFiles } from '../../data/pick-files.ts';
import { acceptAttribute } from '../../rules/files.ts';
import classes from './file-drop.module.css';

type Props = { target: string; /** Files are chosen already. */ isCompact: boolean };

/** Shows where files come in. The drop itself is taken by the whole window, see drop-anywhere.tsx. */
export function FileDrop({ target, isCompact }: Props) {
  const t = useTranslations('uploads.choose');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pasted = listInputFiles(event.clipboardData?.files ?? null);
      if (pasted.length > 0) void stageFiles(target, pasted);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [target]);

  const choose = async () => {
    const picked = await chooseFiles(true);
    if (picked === 'unavailable') files.current?.click();
    else await stageFiles(target, picked);
  };
  const take = (input: HTMLInputElement) => {
    void stageFiles(target, listInputFiles(input.files));
    // So that the same file can be chosen again after it was taken out.
    input.value = '';
  };
  return (
    <section className={classes.zone} data-compact={isCompact || undefined}>
      <span className={classes.icon} aria-hidden>
        <IconUpload size={isCompact ? 20 : 28} stroke={1.6} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{isCompact ? t('more') : t('title')}</h2>
        <p className={classes.hint}>{t('hint')}</p>
      </div>
      <div className={classes.buttons}>
        <Button variant={isCompact ? 'default' : 'filled'} onClick={() => void choose()}>
          {t('files')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFolder size={17} stroke={1.7} aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          {t('folder')}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={acceptAttribute}
        aria-label={t('files')}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(element) => {
          folder.current = element;
          if (element !== null) element.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        aria-label={t('folder')}
        onChange={(event) => take(event.currentTarget)}
      />
    </section>
  );
}
