import { useTranslations } from 'use-intl';
import classes from './drop-hint.module.css';

/** Tells people who may upload that files can be dropped on any page; it is hidden on touch screens. */
export function DropHint() {
  const t = useTranslations('ui');
  return <p className={classes.root}>{t('dropAnywhere')}</p>;
}
