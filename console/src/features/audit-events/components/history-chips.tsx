import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { FilterChip } from '../../../ui/tools.tsx';
import { toLocalDate } from '../../videos/rules/day.ts';
import { historyQuery, peopleQuery } from '../data.ts';
import {
  type HistorySearch,
  type SearchChange,
  toHistoryFilter,
  WITHOUT_FILTERS,
} from '../rules/search.ts';
import { useEventWords } from './use-words.ts';

type Props = { search: HistorySearch; change: (change: SearchChange) => void };

/** The filters that are on, each with a cross. */
export function HistoryChips({ search, change }: Props) {
  const t = useTranslations('auditEvents.filter');
  const { ofAction, ofType } = useEventWords();
  const days = useDayWords(search);
  const personName = usePersonName(search);
  const thingName = useThingName(search);
  const { person, type, action, thing } = search;
  const chips: { id: string; name: string; off: SearchChange }[] = [];
  if (person !== undefined)
    chips.push({ id: 'person', name: personName, off: { person: undefined } });
  if (type !== undefined) {
    const off = { type: undefined, action: undefined, thing: undefined };
    chips.push({ id: 'type', name: ofType(type), off });
  }
  if (action !== undefined)
    chips.push({ id: 'action', name: ofAction(`${type}.${action}`), off: { action: undefined } });
  if (thing !== undefined) {
    const name = t('oneThing', { name: thingName ?? t('thisThing') });
    chips.push({ id: 'thing', name, off: { thing: undefined } });
  }
  if (days !== undefined)
    chips.push({ id: 'days', name: days, off: { from: undefined, to: undefined } });
  return (
    <>
      {chips.map(({ id, name, off }) => (
        <FilterChip key={id} onRemove={() => change(off)} removeLabel={t('remove', { name })}>
          {name}
        </FilterChip>
      ))}
      {chips.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => change(WITHOUT_FILTERS)}>
          {t('clearAll')}
        </Button>
      )}
    </>
  );
}

/** Somebody who has left the team is named by the rows that are found. */
function usePersonName(search: HistorySearch): string {
  const t = useTranslations('auditEvents.filter');
  const scope = useTeamScope();
  const people = useQuery(peopleQuery(scope));
  const history = useQuery(historyQuery(scope, toHistoryFilter(search)));
  const member = people.data?.find(({ value }) => value === search.person);
  const found = (history.data?.data ?? [])
    .flatMap(({ actor }) => [actor, ...(actor.onBehalfOf ? [actor.onBehalfOf] : [])])
    .find(({ id }) => id === search.person);
  return member?.label ?? found?.name ?? (people.isPending ? '…' : t('formerMember'));
}

function useThingName(search: HistorySearch): string | undefined {
  const history = useQuery(historyQuery(useTeamScope(), toHistoryFilter(search)));
  const found = history.data?.data.find(({ subject }) => subject.id === search.thing);
  return found?.subject.name ?? undefined;
}

function useDayWords({ from, to }: HistorySearch): string | undefined {
  const t = useTranslations('auditEvents.filter');
  const format = useFormat();
  const write = (day: string) => format.date(toLocalDate(day));
  if (from !== undefined && to !== undefined)
    return from === to ? write(from) : t('range', { from: write(from), to: write(to) });
  if (from !== undefined) return t('from', { day: write(from) });
  return to === undefined ? undefined : t('until', { day: write(to) });
}
