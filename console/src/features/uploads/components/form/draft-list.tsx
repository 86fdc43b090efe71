import { TAKEN_KINDS } from '@kinora/contract/media-kinds';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { clearDraft, type DraftFile } from '../../data/draft.ts';
import { DraftRow } from './draft-row.tsx';
import { WindowedList } from '../windowed-list.tsx';
import classes from './draft-list.module.css';

type Props = {
  files: readonly DraftFile[];
  /** Messages of the server by the file's id. */
  errors: ReadonlyMap<number, string>;
  disabled: boolean;
};

const getId = ({ id }: DraftFile) => id;
const USUAL_ROW_PX = 85;

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
      {files.some(({ problem }) => problem === 'type') && (
        <p className={classes.kinds}>{t('kinds', { kinds: TAKEN_KINDS })}</p>
      )}
      <WindowedList items={files} keyOf={getId} rowHeight={USUAL_ROW_PX} className={classes.list}>
        {(file, place) => (
          <DraftRow
            key={file.id}
            file={file}
            error={errors.get(file.id)}
            disabled={disabled}
            place={place}
          />
        )}
      </WindowedList>
    </section>
  );
}
