import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { GuideName } from '../base/guides.ts';
import { readListSearch } from '../base/router/list-search.ts';
import { useSearchParams } from '../base/router/use-address.ts';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';
import { Loaded } from './loaded.tsx';
import { NoMatch } from './no-match.tsx';
import { PageHead } from './page-head.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { TableSkeleton } from './skeleton.tsx';
import { Tools } from './tools.tsx';

/** A list as the API answers it; one that is short has no pages. */
type Answer<Row> = {
  data: readonly Row[];
  total?: number;
  lastPage?: number;
  perPage?: number;
};

type Query<Row> = Pick<
  UseQueryResult<Answer<Row>>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData'
>;

/** Opens the page or the dialog in which one more is made. */
type Create = { label: string } & (
  | { to: string; search?: Record<string, string> }
  | { onClick: () => void }
);

type Props<Row> = {
  /** Queries the page and the search in the address. */
  query: Query<Row>;
  title: string;
  lead: string;
  guide?: GuideName;
  create: Create;
  /** The kind of thing, translated. */
  item: string;
  /** Names the field to search in, on phones the shorter one; without it there is none. */
  search?: string | undefined;
  /** Stands where there is nothing yet; without it the empty list does. */
  empty?: Pick<ComponentProps<typeof EmptyState>, 'icon' | 'title'> & { text: string };
  skeleton?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** The page of a list: head, search, rows and pages, or a replacement for them. */
export function ListPage<Row>(props: Props<Row>) {
  const { query, title, lead, guide, item, search, empty, children } = props;
  const [{ q }, change] = useSearchParams(readListSearch);
  const found = query.data;
  const hasNone = found?.data.length === 0 && (found.total ?? 0) === 0;
  const isEmpty = hasNone && q === '' && empty !== undefined;
  const create = <CreateButton create={props.create} />;
  const more = { actions: create, ...(guide && { guide }) };
  const searchFor = (text: string) => text !== q && change({ q: text, page: undefined });
  return (
    <>
      <PageHead title={title} facts={lead} {...(!isEmpty && more)} />
      {search !== undefined && !isEmpty && (
        <Tools>
          <SearchBox value={q} onSearch={searchFor} placeholder={search} />
        </Tools>
      )}
      <Loaded query={query} skeleton={props.skeleton ?? <TableSkeleton rows={3} />} item={item}>
        {({ data }) => {
          if (isEmpty) {
            return (
              <EmptyState {...more} icon={empty.icon} title={empty.title}>
                {empty.text}
              </EmptyState>
            );
          }
          return hasNone && q !== '' ? (
            <NothingFound q={q} onClear={() => searchFor('')} />
          ) : (
            children(data)
          );
        }}
      </Loaded>
      <ListPager query={query} />
    </>
  );
}

function CreateButton({ create: { label, ...way } }: { create: Create }) {
  const icon = <IconPlus size={17} aria-hidden />;
  return 'to' in way ? (
    <Button component={Link} {...way} leftSection={icon}>
      {label}
    </Button>
  ) : (
    <Button {...way} leftSection={icon}>
      {label}
    </Button>
  );
}

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('ui');
  return (
    <NoMatch
      title={t('things.noMatch', { q })}
      text={t('things.noMatchText')}
      clearLabel={t('clearSearch')}
      onClear={onClear}
    />
  );
}

/** The pages of a list by number; one that became shorter than the page in the address shows its last. */
export function ListPager<Row>({
  query,
}: {
  query: Pick<Query<Row>, 'data' | 'isPlaceholderData'>;
}) {
  const [{ page }, change] = useSearchParams(readListSearch);
  const { data: rows = [], lastPage, perPage = 1, total = 0 } = query.data ?? {};
  const goTo = (next: number, push: boolean) =>
    change({ page: next > 1 ? next : undefined }, { push });
  const isBeyond = !query.isPlaceholderData && lastPage !== undefined && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage, false);
  });
  if (lastPage === undefined || rows.length === 0) return null;
  return (
    <Pager
      page={page}
      lastPage={lastPage}
      perPage={perPage}
      total={total}
      onPage={(next) => goTo(next, true)}
    />
  );
}
