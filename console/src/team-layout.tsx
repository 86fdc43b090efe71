import { Outlet } from '@tanstack/react-router';
import { useTeam } from './base/team-scope.ts';
import { navSections } from './nav.ts';
import { AppFrame } from './ui/frame/app-frame.tsx';

export function TeamLayout() {
  return (
    <AppFrame team={useTeam()} sections={navSections}>
      <Outlet />
    </AppFrame>
  );
}
