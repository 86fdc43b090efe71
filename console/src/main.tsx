import './base/theme/fonts.css';
import './base/theme/tokens.css';
import './base/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchFirstPage } from './base/at-rest.ts';
import { switchLanguage } from './base/i18n/language.ts';
import { LanguageProvider } from './base/i18n/provider.tsx';
import { loadNewVersion, watchVersion } from './base/new-version.ts';
import { recordPageViews } from './base/page-views.ts';
import { preferences } from './base/preferences.ts';
import { createQueryClient } from './base/query-client.ts';
import { listenForShortcuts } from './base/shortcuts.ts';
import { ThemeProvider } from './base/theme/provider.tsx';
import { paths } from './paths.ts';
import { createAppRouter } from './routes.tsx';

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname.startsWith('/accounts/')) return;
  queryClient.clear();
  void router.navigate({ to: paths.signIn(), search: { next: href } } as never);
});
const router = createAppRouter(queryClient);
watchVersion();
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  if (!pathChanged) return;
  // The address is the target's before the page is loaded from it.
  router.history.flush();
  loadNewVersion();
});
recordPageViews(router, queryClient);
listenForShortcuts();
watchFirstPage(() => router.state.resolvedLocation === undefined || queryClient.isFetching() > 0);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The words come first: without them there is nothing to draw, not even an error.
await switchLanguage(preferences().lang);
// The page's code need not wait for the answer who is signed in.
const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of matched) {
  void router.loadRouteChunk(route);
}
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </ThemeProvider>
  </StrictMode>,
);
