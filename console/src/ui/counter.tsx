import { countGraphemes } from '@kinora/contract/field-rules';
import { useTranslations } from 'use-intl';
import { useFormat } from '../base/i18n/use-format.ts';
import classes from './counter.module.css';

/** `12 / 120`, counted as people count letters; turns red above the limit. */
export function CharacterCounter({ text, max }: { text: string; max: number }) {
  const t = useTranslations('ui');
  const format = useFormat();
  const count = countGraphemes(text.trim());
  return (
    <span className={classes.root} data-over={count > max || undefined}>
      <span aria-hidden>
        {format.number(count)} / {format.number(max)}
      </span>
      <span className="visually-hidden">{t('characterCount', { count, max })}</span>
    </span>
  );
}
