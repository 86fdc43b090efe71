import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { FilterChip } from '../../../../ui/tools.tsx';
import { tagsQuery } from '../../../projects/data.ts';
import { creatorsQuery, getKnownCreators, getKnownTags } from '../../data.ts';
import { formatYear } from '../../rules/date-text.ts';
import { findDay, toLocalDate } from '../../rules/day.ts';
import {
  chooseCreators,
  chooseDate,
  chooseStates,
  chooseTags,
  type DateFilter,
  type SearchChange,
  type VideoSearch,
  WITHOUT_FILTERS,
} from '../../rules/video-search.ts';
import { useEra } from '../filter/use-era.ts';

type Props = {
  search: VideoSearch;
  projectKey: string | undefined;
  change: (change: SearchChange) => void;
};

/** The filters that are on, each with a cross. */
export function FilterChips({ search, projectKey, change }: Props) {
  const t = useTranslations('videos.filter');
  const tagName = useTagNames(search.tagIds, projectKey);
  const dateWords = useDateWords();
  const creatorName = useCreatorNames(search.creatorIds, projectKey);
  const { date, tagIds, states, creatorIds } = search;
  const without = <T,>(all: readonly T[], one: T) => all.filter((other) => other !== one);
  const chips = [
    ...states.map((state) => ({
      id: state,
      name: t(`stateNames.${state}`),
      off: chooseStates(without(states, state)),
    })),
    ...(date ? [{ id: 'date', name: dateWords(date), off: chooseDate(undefined) }] : []),
    ...tagIds.map((id) => ({
      id,
      name: tagName(id),
      off: chooseTags(without(tagIds, id)),
    })),
    ...creatorIds.map((id) => ({
      id,
      name: t('chips.creator', { name: creatorName(id) }),
      off: chooseCreators(without(creatorIds, id)),
    })),
  ];
  return (
    <>
      {chips.map(({ id, name, off }) => (
        <FilterChip key={id} onRemove={() => change(off)} removeLabel={t('chips.remove', { name })}>
          {name}
        </FilterChip>
      ))}
      {chips.length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => change({ ...WITHOUT_FILTERS, q: search.q })}
        >
          {t('clearAll')}
        </Button>
      )}
    </>
  );
}

function useTagNames(ids: readonly string[], projectKey: string | undefined) {
  const t = useTranslations('videos.filter');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const filter = projectKey === undefined ? {} : { projectKey };
  const tags = useQuery({ ...tagsQuery(scope, filter), enabled: ids.length > 0 });
  const names = getKnownTags(queryClient, scope);
  return (id: string) => names.get(id) ?? (tags.isPending ? '…' : t('unknownTag'));
}

function useCreatorNames(ids: readonly string[], projectKey: string | undefined) {
  const t = useTranslations('videos.filter');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const filter = projectKey === undefined ? {} : { projectKey };
  const creators = useQuery({ ...creatorsQuery(scope, filter), enabled: ids.length > 0 });
  const names = getKnownCreators(queryClient, scope);
  return (id: string) => names.get(id) ?? (creators.isPending ? '…' : t('unknownCreator'));
}

/** A date filter in words, as the rest of the console writes dates. */
function useDateWords(): (date: DateFilter) => string {
  const t = useTranslations('videos.filter.chips');
  const format = useFormat();
  const era = useEra();
  return (date) => {
    if (date.type === 'year') return t('year', { year: formatYear(date.year, era) });
    if (date.type === 'month') {
      return format.month(toLocalDate(findDay(date.year, date.month, 1) ?? ''));
    }
    const [from, to] = [date.start, date.end].map((day) => format.date(toLocalDate(day)));
    return date.start === date.end ? (from ?? '') : t('range', { from: from ?? '', to: to ?? '' });
  };
}
