import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { runAtRest } from './base/at-rest.ts';
import { navigate } from './base/router/navigation.ts';
import { lazyPart, readyPart } from './base/lazy-part.tsx';
import { Outlet } from './base/router/outlet.tsx';
import { usePath } from './base/router/use-address.ts';
import { useShortcut } from './base/shortcuts.ts';
import { isForManagers, mayManageTeam } from './base/team-role.ts';
import { useMe } from './base/session.ts';
import { useTeam, useTeamScope } from './base/team-scope.ts';
import { UploadPanel } from './features/uploads/components/dock/upload-panel.tsx';
import { paths } from './paths.ts';
import { navSections } from './nav.ts';
import { AppFrame } from './ui/frame/app-frame.tsx';
import { findPage } from './ui/frame/nav-groups.ts';

const LostTeam = lazyPart(async () => (await import('./ui/lost-team.tsx')).LostTeam);
const ManagersOnly = lazyPart(async () => (await import('./ui/managers-only.tsx')).ManagersOnly);

const Palette = readyPart(
  async () => (await import('./features/palette/components/palette.tsx')).loadPalette(),
  'palette',
);

/** The page of the address, if the person's role may see it. */
function Page() {
  const t = useTranslations('nav');
  const { namespace, role } = useTeam();
  const path = usePath();
  if (mayManageTeam(role) || !isForManagers(path)) return <Outlet />;
  const pages = navSections.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  const entry = findPage(pages, namespace, path);
  return <ManagersOnly title={entry ? t(`entries.${entry.id}`) : t('sections.manage')} />;
}

/** The pages that one goes to most, from anywhere by two keys. */
function useGoKeys(teamName: string): void {
  const t = useTranslations('nav');
  const goTo = (name: string) => t('keys.goTo', { name });
  const go = (to: string) => void navigate({ to });
  useShortcut('g p', goTo(t('entries.projects')), () => go(paths.projects(teamName)));
  useShortcut('g a', goTo(t('entries.allVideos')), () => go(paths.allProjects(teamName)));
  useShortcut('g j', goTo(t('entries.jobs')), () => go(paths.jobs(teamName)));
}

export function TeamLayout() {
  const scope = useTeamScope();
  const team = useTeam();
  const isMember = useMe()?.teams.some(({ id }) => id === team.id) ?? true;
  const queryClient = useQueryClient();
  const t = useTranslations('nav');
  const [isSearching, setSearching] = useState(false);
  useGoKeys(scope.teamName);
  useShortcut('mod+k', t('search'), () => setSearching(true));
  useEffect(() => {
    if (!isMember) return undefined;
    const leaving = new AbortController();
    // Live updates start once the page has settled, as it works without them; moving figures are polled until
    // then.
    runAtRest(() => {
      if (leaving.signal.aborted) return;
      import('./base/live-updates.ts').then(
        ({ followTeam }) => followTeam(scope, queryClient, leaving.signal),
        () => undefined,
      );
    });
    return () => leaving.abort();
  }, [scope, queryClient, isMember]);
  if (!isMember) return <LostTeam team={team} />;
  return (
    <>
      <AppFrame team={team} sections={navSections} onSearch={() => setSearching(true)}>
        <Page />
        <UploadPanel />
      </AppFrame>
      <Palette opened={isSearching} onClose={() => setSearching(false)} sections={navSections} />
    </>
  );
}
