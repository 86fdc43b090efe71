import { Outlet } from '@tanstack/react-router';
import { useTeam } from './base/team-scope.ts';
import { UploadPanel } from './features/uploads/components/upload-panel.tsx';
import { navSections } from './nav.ts';
import { AppFrame } from './ui/frame/app-frame.tsx';

export function TeamLayout() {
  return (
    <AppFrame team={useTeam()} sections={navSections}>
      <Outlet />
      <UploadPanel />
    </AppFrame>
  );
}
