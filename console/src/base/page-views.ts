import type { AnyRouter } from '@tanstack/react-router';
import { apiHeaders } from './api-client.ts';

/** Records each opened page of a team. A lost record is nobody's trouble, so failures are dropped. */
export function recordPageViews(router: AnyRouter): void {
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    const teamName = toLocation.pathname.split('/')[1] ?? '';
    if (!pathChanged || teamName === '' || teamName === 'accounts') return;
    fetch('/api/v1/page-views', {
      method: 'POST',
      headers: { ...apiHeaders(decodeURIComponent(teamName)), 'content-type': 'application/json' },
      body: JSON.stringify({ path: toLocation.pathname.slice(0, 500) }),
      keepalive: true,
    }).catch(() => undefined);
  });
}
