import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenAtRest } from './base/at-rest.ts';
import { Outlet } from './base/router/outlet.tsx';
import { useTeam, useTeamScope } from './base/team-scope.ts';
import { UploadPanel } from './features/uploads/components/dock/upload-panel.tsx';
import { navSections } from './nav.ts';
import { AppFrame } from './ui/frame/app-frame.tsx';

export function TeamLayout() {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    // Once the page stands, which needs nothing of it; without it what moves is polled.
    whenAtRest(() => {
      if (leaving.signal.aborted) return;
      import('./base/live-updates.ts').then(
        ({ followTeam }) => followTeam(scope, queryClient, leaving.signal),
        () => undefined,
      );
    });
    return () => leaving.abort();
  }, [scope, queryClient]);
  return (
    <AppFrame team={useTeam()} sections={navSections}>
      <Outlet />
      <UploadPanel />
    </AppFrame>
  );
}
