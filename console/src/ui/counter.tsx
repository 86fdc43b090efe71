import { graphemeCount } from '@kinora/contract/field-rules';
import { useTranslations } from 'use-intl';
import { useFormat } from '../base/i18n/use-format.ts';
import classes from './counter.module.css';

/** `12 / 120`, counted as people count letters; turns red above the limit. */
export function CharacterCounter({ text, most }: { text: string; most: number }) {
  const t = useTranslations('ui');
  const format = useFormat();
  const count = graphemeCount(text.trim());
  return (
    <span className={classes.root} data-over={count > most || undefined}>
      <span aria-hidden>
        {format.number(count)} / {format.number(most)}
      </span>
      <span className="visually-hidden">{t('characterCount', { count, most })}</span>
    </span>
  );
}
