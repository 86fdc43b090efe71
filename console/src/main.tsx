import './base/theme/fonts.css';
import './base/theme/tokens.css';
import './base/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dropFirst } from './base/api-client.ts';
import { runAtRest, watchFirstPage } from './base/at-rest.ts';
import { switchLanguage, waitForWords } from './base/i18n/language.ts';
import { copyWithoutJoiners } from './base/i18n/joiners.ts';
import { LanguageProvider } from './base/i18n/provider.tsx';
import { watchVersion } from './base/new-version.ts';
import { recordPageViews } from './base/page-views.ts';
import { getPreferences } from './base/preferences.ts';
import { createQueryClient } from './base/query-client.ts';
import { getAddress, getState, navigate, startNavigation } from './base/router/navigation.ts';
import { watchScroll } from './base/router/scroll.ts';
import { listenForShortcuts } from './base/shortcuts.ts';
import { applyStyleSheet } from './base/style-sheet.ts';
import { ThemeProvider } from './base/theme/provider.tsx';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';
import { RootLayout } from './ui/root-layout.tsx';

const queryClient = createQueryClient(() => {
  const { path, href } = getAddress();
  if (path.startsWith('/accounts/')) return;
  queryClient.clear();
  void navigate({ to: paths.signIn(), search: { next: href } });
});
watchVersion();
watchScroll();
recordPageViews(queryClient);
listenForShortcuts();
copyWithoutJoiners();
runAtRest(dropFirst);
watchFirstPage(() => getState().shown === undefined || queryClient.isFetching() > 0);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const words = switchLanguage(getPreferences().lang);
// The frame in index.html stands until there is a page to draw.
const firstPage = startNavigation({ routes, queryClient });
await Promise.all([words, waitForWords(), applyStyleSheet(), firstPage]);
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RootLayout />
        </QueryClientProvider>
      </LanguageProvider>
    </ThemeProvider>
  </StrictMode>,
);
