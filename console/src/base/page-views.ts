import type { QueryClient } from '@tanstack/react-query';
import { apiHeaders } from './api-client.ts';
import { getState, subscribe } from './router/navigation.ts';
import { meQuery } from './session.ts';

/** Records each opened page of one's teams. A lost record is nobody's trouble, so failures are dropped. */
export function recordPageViews(queryClient: QueryClient): void {
  let recorded: string | undefined;
  subscribe(() => {
    const address = getState().shown?.address;
    if (address === undefined || address.path === recorded) return;
    recorded = address.path;
    const { teamName } = address.params;
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (!me?.teams.some(({ namespace }) => namespace === teamName)) return;
    fetch('/api/v1/page-views', {
      method: 'POST',
      headers: { ...apiHeaders(teamName ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify({ path: address.path.slice(0, 500) }),
      keepalive: true,
    }).catch(() => undefined);
  });
}
