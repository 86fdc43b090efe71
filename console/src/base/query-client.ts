import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** True where asking again may help: no answer at all, or the server's own trouble. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= 2) return false;
  return error.status === 0 || error.status === 502 || error.status === 503;
}

/** One cache for the page. `onUnauthenticated` runs when any call answers 401. */
export function createQueryClient(onUnauthenticated: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'unauthenticated') onUnauthenticated();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
