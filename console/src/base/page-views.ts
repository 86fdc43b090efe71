import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { apiHeaders } from './api-client.ts';
import { meQuery } from './session.ts';

/** Records each opened page of one's teams. A lost record is nobody's trouble, so failures are dropped. */
export function recordPageViews(router: AnyRouter, queryClient: QueryClient): void {
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    const teamName = decodeURIComponent(toLocation.pathname.split('/')[1] ?? '');
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (!pathChanged || !me?.teams.some(({ namespace }) => namespace === teamName)) return;
    fetch('/api/v1/page-views', {
      method: 'POST',
      headers: { ...apiHeaders(teamName), 'content-type': 'application/json' },
      body: JSON.stringify({ path: toLocation.pathname.slice(0, 500) }),
      keepalive: true,
    }).catch(() => undefined);
  });
}
