import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Note } from '../../../ui/note.tsx';
import { countriesQuery } from '../data.ts';
import classes from './database-age.module.css';

/** Says how old what tells countries is, or that no country can be told. */
export function DatabaseAge() {
  const t = useTranslations('geoblockRules.database');
  const format = useFormat();
  const { data } = useQuery(countriesQuery(useTeamScope()));
  if (data?.database === null) {
    return (
      <Note tone="warning" title={t('missing')}>
        {t('missingText')}
      </Note>
    );
  }
  return (
    <p className={classes.age}>
      {data?.database && t('age', { date: format.date(data.database.builtAt) })}
    </p>
  );
}
