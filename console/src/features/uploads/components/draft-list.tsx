import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { clearDraft, type DraftFile } from '../data/draft.ts';
import { DraftRow } from './draft-row.tsx';
import classes from './draft-list.module.css';

type Props = {
  files: readonly DraftFile[];
  /** Messages of the server by the file's id. */
  errors: ReadonlyMap<number, string>;
  disabled: boolean;
};

export function DraftList({ files, errors, disabled }: Props) {
  const t = useTranslations('uploads.draft');
  const format = useFormat();
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2>{t('title', { count: format.number(files.length) })}</h2>
        <Button size="compact-sm" variant="subtle" disabled={disabled} onClick={clearDraft}>
          {t('removeAll')}
        </Button>
      </header>
      <ul className={classes.list}>
        {files.map((file) => (
          <DraftRow key={file.id} file={file} error={errors.get(file.id)} disabled={disabled} />
        ))}
      </ul>
    </section>
  );
}
