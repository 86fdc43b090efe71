import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Draft } from '../../data/draft.ts';
import { WindowedList } from '../windowed-list.tsx';
import classes from './draft-list.module.css';

const USUAL_ROW_PX = 21;

/** Lists what was left out of a folder without asking, and why. */
export function SkippedFiles({ skipped }: Pick<Draft, 'skipped'>) {
  const t = useTranslations('uploads.skipped');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.skipped} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('title', { count: skipped.length })}</summary>
      {isOpen && (
        <WindowedList items={skipped} rowHeight={USUAL_ROW_PX} className={classes.skippedList}>
          {({ path, reason }, place) => (
            // Paths may repeat, and the list only grows.
            <li key={place['data-index']} {...place}>
              {path} – {t(reason)}
            </li>
          )}
        </WindowedList>
      )}
    </details>
  );
}
