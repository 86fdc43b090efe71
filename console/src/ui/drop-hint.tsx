import { useTranslations } from 'use-intl';
import classes from './drop-hint.module.css';

/** Tells who may upload that files can be dropped on any page; a touch screen has nothing to drop. */
export function DropHint() {
  const t = useTranslations('ui');
  return <p className={classes.root}>{t('dropAnywhere')}</p>;
}
