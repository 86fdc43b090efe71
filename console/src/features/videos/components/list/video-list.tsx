import type { VideoSummary } from '@kinora/contract/videos/summary';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAtRest } from '../../../../base/at-rest.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useSearchParams } from '../../../../base/router/use-address.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useNow } from '../../../../base/use-now.ts';
import { TokenPager } from '../../../../ui/pager.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../../ui/skeleton.tsx';
import { Tools } from '../../../../ui/tools.tsx';
import { videosQuery } from '../../data.ts';
import { EARLIEST_DAY } from '../../rules/date-text.ts';
import { type Day, getDayAt } from '../../rules/day.ts';
import {
  chooseSort,
  FIRST_PAGE,
  isFiltered,
  toVideoQuery,
  readVideoSearch,
  searchFor,
  turnTo,
  type SearchChange,
  type VideoSearch,
  WITHOUT_FILTERS,
} from '../../rules/video-search.ts';
import { FilterChips } from './filter-chips.tsx';
import { ListFailure, NoPage, NoVideoMatches } from './list-states.tsx';
import { SortMenu } from './sort-menu.tsx';
import { LayoutSwitch } from './layout-switch.tsx';
import { type Selecting, useSelection } from '../selection/use-selection.ts';
import { VideoTable } from './video-table.tsx';
import classes from './video-list.module.css';

// The calendar comes with it.
const FilterDrawer = lazyPart(
  async () => (await import('../filter/filter-drawer.tsx')).FilterDrawer,
  'videos',
);

const BatchPart = lazyPart(
  async () => (await import('../selection/batch-part.tsx')).BatchPart,
  'videos',
  'videos.batch',
);

type Props = {
  /** Limits the list to one project; without it, all that the person may see are listed. */
  project?: { key: string; createdAt: string };
  /** Stands in for the whole when there is no video at all. */
  empty: ReactNode;
};

type Page = Total & { data: VideoSummary[]; next: string | null; previous: string | null };
type Total = { total: number; isTotalCapped: boolean; offset: number };

/** Videos with search, filters and pages, all of it in the address. */
export function VideoList({ project, empty }: Props) {
  const scope = useTeamScope();
  const [search, change] = useSearchParams(readVideoSearch);
  const query = useQuery(videosQuery(scope, toVideoQuery(search, project?.key)));
  const { isPlaceholderData } = query;
  // Drawing rows is deferred, so that the page stays responsive.
  const data = useDeferredValue(query.data);
  const isUnfiltered = !isFiltered(search) && !search.next && !search.previous;
  const selecting = useSelection(data?.data ?? [], toVideoQuery(search, project?.key));
  // Batches that still run from before a reload are asked for once the page stands.
  const isAtRest = useAtRest();
  return (
    <>
      {data?.total === 0 && isUnfiltered && !isPlaceholderData ? (
        empty
      ) : (
        <>
          <ListTools
            search={search}
            change={change}
            project={project}
            total={isPlaceholderData ? undefined : data}
          />
          {data ? (
            <Results
              page={data}
              search={search}
              change={change}
              fromAll={project === undefined}
              isStale={isPlaceholderData}
              selecting={selecting}
            />
          ) : query.error ? (
            <ListFailure error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <TableSkeleton thumbnails />
          )}
        </>
      )}
      {(isAtRest || selecting.count !== 0) && (
        <BatchPart
          selecting={selecting}
          total={data}
          projectKey={project?.key}
          isQuiet={selecting.count === 0}
        />
      )}
    </>
  );
}

type ToolsProps = {
  search: VideoSearch;
  change: (change: SearchChange) => void;
  project: Props['project'];
  total: Total | undefined;
};

function ListTools({ search, change, project, total }: ToolsProps) {
  const t = useTranslations('videos');
  const [open, setOpen] = useState<boolean>();
  const limits: { min: Day; max: Day } = {
    min: project ? getDayAt(project.createdAt) : EARLIEST_DAY,
    max: getDayAt(useNow()),
  };
  return (
    <Tools>
      <SearchBox
        value={search.q}
        onSearch={(q) => {
          if (q !== search.q) change(searchFor(q));
        }}
        placeholder={t('list.search')}
        phonePlaceholder={t('list.searchShort')}
      />
      <Button
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
      >
        {t('filter.open')}
      </Button>
      <SortMenu
        sort={search.sort}
        isSearch={search.q !== ''}
        onSort={(sort) => change(chooseSort(sort))}
      />
      <FilterChips search={search} projectKey={project?.key} change={change} />
      <LayoutSwitch />
      {isFiltered(search) && (
        <span className={classes.found} role="status">
          {total &&
            t(total.isTotalCapped ? 'list.foundAtLeast' : 'list.found', { count: total.total })}
        </span>
      )}
      {open !== undefined && (
        <FilterDrawer
          opened={open}
          onClose={() => setOpen(false)}
          search={search}
          change={change}
          limits={limits}
          projectKey={project?.key}
          total={total?.isTotalCapped ? undefined : total?.total}
        />
      )}
    </Tools>
  );
}

type ResultsProps = {
  page: Page;
  search: VideoSearch;
  change: (change: SearchChange, options?: { push?: boolean }) => void;
  fromAll: boolean;
  isStale: boolean;
  selecting: Selecting;
};

function Results({ page, search, change, fromAll, isStale, selecting }: ResultsProps) {
  if (page.data.length === 0) {
    if (isStale) return <TableSkeleton thumbnails />;
    if (page.total > 0) return <NoPage onFirst={() => change(FIRST_PAGE)} />;
    return <NoVideoMatches q={search.q} onClear={() => change(WITHOUT_FILTERS)} />;
  }
  const go = (token: string) =>
    change(turnTo(token === page.next ? 'next' : 'previous', token), { push: true });
  return (
    <>
      <VideoTable
        videos={page.data}
        fromAll={fromAll}
        isStale={isStale}
        sort={search.sort}
        onSort={(sort) => change(chooseSort(sort))}
        selection={selecting.table}
      />
      <TokenPager
        offset={page.offset}
        count={page.data.length}
        total={page.total}
        isTotalCapped={page.isTotalCapped}
        previous={page.previous}
        next={page.next}
        onGo={go}
        onFirst={() => change(FIRST_PAGE, { push: true })}
      />
    </>
  );
}
