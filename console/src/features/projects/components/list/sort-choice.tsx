import { useTranslations } from 'use-intl';
import { LIST_SORTS } from '../../rules.ts';
import classes from './sort-choice.module.css';

type Sort = (typeof LIST_SORTS)[number];
type Props = { value: Sort; onChange: (sort: Sort) => void };

/** Chooses the order of the list. */
export function SortChoice({ value, onChange }: Props) {
  const t = useTranslations('projects.list');
  return (
    <div role="group" aria-label={t('sort')} className={classes.root}>
      {LIST_SORTS.map((sort) => (
        <button
          key={sort}
          type="button"
          className={classes.choice}
          aria-pressed={sort === value}
          onClick={() => onChange(sort)}
        >
          {t(`sorts.${sort}`)}
        </button>
      ))}
    </div>
  );
}
