import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Trait } from '../rules/traits.ts';
import classes from './trait-list.module.css';

/** Lists a choice's traits, with a tick for those it has and a dash for those it lacks. */
export function TraitList({ traits }: { traits: readonly Trait[] }) {
  const t = useTranslations('presets.traits');
  return (
    <span className={classes.root}>
      {traits.map(({ name, isThere }) => {
        const Icon = isThere ? IconCheck : IconMinus;
        return (
          <span key={name} className={classes.trait} data-there={isThere || undefined}>
            <Icon size={15} stroke={2} aria-hidden />
            {t(name)}
          </span>
        );
      })}
    </span>
  );
}
