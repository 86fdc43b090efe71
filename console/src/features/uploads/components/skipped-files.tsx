import { useTranslations } from 'use-intl';
import type { Draft } from '../data/draft.ts';
import classes from './draft-list.module.css';

/** What was left out of a folder without asking, and why. */
export function SkippedFiles({ skipped }: Pick<Draft, 'skipped'>) {
  const t = useTranslations('uploads.skipped');
  if (skipped.length === 0) return null;
  return (
    <details className={classes.skipped}>
      <summary>{t('title', { count: skipped.length })}</summary>
      <ul className={classes.skippedList}>
        {skipped.map(({ path, reason }, at) => (
          // Paths may repeat, and the list only grows.
          <li key={`${at} ${path}`}>
            {path} – {t(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}
