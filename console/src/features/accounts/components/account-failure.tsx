import { useTranslations } from 'use-intl';
import { FailureNote } from './failure-note.tsx';
import classes from './form.module.css';

/** Stands in place of a page whose words could not be had, or that failed while it was drawn. */
export function AccountFailure({ error }: { error: unknown }) {
  const t = useTranslations('ui');
  return (
    <main className={classes.failure}>
      <FailureNote error={error instanceof Error ? error : new Error(String(error))} />
      {/* Only another document asks once more for a file that failed. */}
      <button type="button" className={classes.submit} onClick={() => location.reload()}>
        {t('retry')}
      </button>
    </main>
  );
}
