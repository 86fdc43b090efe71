import type { QueryClient } from '@tanstack/react-query';
import { getApiHeaders } from './api-client.ts';
import { runAtRest } from './at-rest.ts';
import { getState, subscribe } from './router/navigation.ts';
import { meQuery } from './session.ts';

/** Records each opened page of one's teams. Failures are dropped, as a lost record doesn't matter. */
export function recordPageViews(queryClient: QueryClient): void {
  let recorded: string | undefined;
  subscribe(() => {
    const address = getState().shown?.address;
    if (address === undefined || address.path === recorded) return;
    recorded = address.path;
    const { teamName } = address.params;
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (!me?.teams.some(({ namespace }) => namespace === teamName)) return;
    const record = () =>
      fetch('/api/v1/page-views', {
        method: 'POST',
        headers: { ...getApiHeaders(teamName ?? ''), 'content-type': 'application/json' },
        body: JSON.stringify({ path: address.path.slice(0, 500) }),
        keepalive: true,
      }).catch(() => undefined);
    // The server has the page's own calls to answer first.
    runAtRest(() => void record());
  });
}
