import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { readFrom } from '../base/router/list-search.ts';
import { useRouteParam, useSearchParams } from '../base/router/use-address.ts';
import { Loaded } from './loaded.tsx';
import { MissingItem } from './missing-item.tsx';
import { PageHead } from './page-head.tsx';
import { TableSkeleton } from './skeleton.tsx';

// Pages of things with short lists: each thing is found in the list, which is one request for all.

type Named = { id: string; name: string };

type Props<Thing> = {
  query: Pick<UseQueryResult<{ data: readonly Thing[] }>, 'data' | 'error' | 'refetch'>;
  /** The kind of thing, translated. */
  item: string;
  /** The list of that kind, which stands above the title. */
  list: { to: string; label: string };
  skeleton?: ReactNode;
};

type CreateProps<Thing> = Props<Thing> & {
  title: string;
  /** Gets what the new one begins as, with a name of its own: a copy of the one in the address. */
  children: (copy: Thing | undefined) => ReactNode;
};

/** The page that makes a thing, of nothing or as a copy of another. */
export function CreatePage<Thing extends Named>(props: CreateProps<Thing>) {
  const { query, title, item, list, skeleton = <TableSkeleton rows={3} />, children } = props;
  const t = useTranslations('ui.things');
  const [{ from }] = useSearchParams(readFrom);
  return (
    <>
      <PageHead title={title} crumbs={[list]} />
      <Loaded query={query} skeleton={skeleton} item={item}>
        {({ data }) => {
          const source = data.find(({ id }) => id === from);
          return children(source && { ...source, name: t('copyOf', { name: source.name }) });
        }}
      </Loaded>
    </>
  );
}

type EditProps<Thing> = Props<Thing> & {
  /** The address has its id by this name. */
  param: string;
  children: (thing: Thing) => ReactNode;
};

/** The page that changes a thing. */
export function EditPage<Thing extends Named>(props: EditProps<Thing>) {
  const { query, item, list, param, skeleton = <TableSkeleton rows={3} />, children } = props;
  const t = useTranslations('ui.things');
  const id = useRouteParam(param);
  const thing = query.data?.data.find((one) => one.id === id);
  return (
    <>
      <PageHead title={thing?.name ?? item} crumbs={[list]} />
      <Loaded query={query} skeleton={skeleton} item={item}>
        {() =>
          thing === undefined ? (
            <MissingItem item={item} back={{ to: list.to, label: t('backToList') }} />
          ) : (
            children(thing)
          )
        }
      </Loaded>
    </>
  );
}
