import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** A skeleton of the real layout. */
  skeleton: ReactNode;
  /** The kind of thing, translated, for "not found". */
  item?: string;
  home?: { to: string; label: string };
  children: (data: T) => ReactNode;
};

/** Skeleton, failure or content, whichever the query is at. Old data stays while new is fetched. */
export function Loaded<T>({ query, skeleton, item, home, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <ErrorPanel
        error={query.error}
        item={item}
        {...(home && { home })}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return skeleton;
}
