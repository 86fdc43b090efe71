import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { PageHead } from './page-head.tsx';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** The kind of thing, translated: the title while there is none of its own. */
  item: string;
  /** The list of that kind: above the title, and the way back where there is no such thing. */
  list: { to: string; label: string; back: string };
  skeleton: ReactNode;
  /** The skeleton has the head's place as well. */
  hasOwnHead?: boolean;
  /** The page as it is once the thing is there, with its head. */
  children: (data: T) => ReactNode;
};

/** The page of one thing; every kind has the same head until it is there, and where there is none. */
export function LoadedPage<T>(props: Props<T>) {
  const { query, item, list, skeleton, hasOwnHead = false, children } = props;
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      {(query.error !== null || !hasOwnHead) && <PageHead title={item} crumbs={[list]} />}
      <Loaded
        query={query}
        skeleton={skeleton}
        item={item}
        home={{ to: list.to, label: list.back }}
      >
        {() => null}
      </Loaded>
    </>
  );
}
