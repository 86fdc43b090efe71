import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useMessages, useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Select } from '../../../ui/form/select.tsx';
import { TypedDate } from '../../videos/components/filter/typed-date.tsx';
import { useEra } from '../../videos/components/filter/use-era.ts';
import {
  EARLIEST_DAY,
  formatDay,
  formatDayRange,
  parseDayRange,
} from '../../videos/rules/date-text.ts';
import { getDayAt } from '../../videos/rules/day.ts';
import { peopleQuery } from '../data.ts';
import type { HistorySearch, SearchChange } from '../rules/search.ts';
import { useEventWords } from './use-words.ts';
import classes from './history.module.css';

type Props = { search: HistorySearch; change: (change: SearchChange) => void };

/** This value stands for no choice. */
const ANY = '';

/** Whose changes, of what kind of thing, which ones, and of which days. */
export function HistoryFilters({ search, change }: Props) {
  const t = useTranslations('auditEvents.filter');
  const people = useQuery(peopleQuery(useTeamScope()));
  const { types, actions } = useKinds(search.type);
  const withAny = (label: string, choices: readonly { value: string; label: string }[]) => [
    { value: ANY, label },
    ...choices,
  ];
  return (
    <div className={classes.filters}>
      <Select
        label={t('person')}
        searchable
        nothingFound={t('noPerson')}
        choices={withAny(t('personAny'), people.data ?? [])}
        value={search.person ?? ANY}
        onChange={(person) => change({ person })}
      />
      <Select
        label={t('type')}
        searchable
        choices={withAny(t('typeAny'), types)}
        value={search.type ?? ANY}
        onChange={(type) => change({ type, action: undefined, thing: undefined })}
      />
      <Select
        label={t('action')}
        disabled={search.type === undefined}
        choices={withAny(t(search.type === undefined ? 'typeFirst' : 'actionAny'), actions)}
        value={search.action ?? ANY}
        onChange={(action) => change({ action })}
      />
      <div className={classes.days}>
        <Days search={search} change={change} />
      </div>
    </div>
  );
}

/** The kinds of things, and what can be done to the chosen one, by their words. */
function useKinds(type: string | undefined) {
  const messages = useMessages();
  const { types, actions } = messages.auditEvents;
  const { ofAction } = useEventWords();
  const { compare } = new Intl.Collator(useLocale());
  const ofType = Object.entries(actions).find(([name]) => name === type)?.[1] ?? {};
  return {
    types: Object.entries(types)
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => compare(one.label, other.label)),
    actions: Object.keys(ofType).map((value) => ({ value, label: ofAction(`${type}.${value}`) })),
  };
}

function Days({ search: { from, to }, change }: Props) {
  const t = useTranslations('auditEvents.filter');
  const words = useTranslations('videos.filter');
  const isThai = useLocale() === 'th';
  const era = useEra();
  const [max] = useState(() => getDayAt(Date.now()));
  const limits = { min: EARLIEST_DAY, max };
  const start = from ?? to;
  const end = to ?? limits.max;
  return (
    <TypedDate
      label={t('days')}
      placeholder={words('formats.dateRange')}
      shown={start === undefined ? '' : formatDayRange({ start, end }, era)}
      parse={(text) => parseDayRange(text, isThai, limits)}
      onValue={(range) => change({ from: range?.start, to: range?.end })}
      example={formatDayRange({ start: limits.min, end: limits.max }, era)}
      from={formatDay(limits.min, era)}
      to={formatDay(limits.max, era)}
    />
  );
}
