import '@mantine/core/styles/baseline.layer.css';
import './base/theme/fonts.css';
import './base/theme/tokens.css';
import './base/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { runAtRest, watchFirstPage } from './base/at-rest.ts';
import { switchLanguage, waitForWords } from './base/i18n/language.ts';
import { LanguageProvider } from './base/i18n/provider.tsx';
import { watchVersion } from './base/new-version.ts';
import { getPreferences } from './base/preferences.ts';
import { createQueryClient } from './base/query-client.ts';
import { lazyPage } from './base/router/lazy-page.ts';
import { getState, startNavigation } from './base/router/navigation.ts';
import { Fallbacks, Outlet } from './base/router/outlet.tsx';
import { type Entering, Redirect } from './base/router/route.ts';
import { applyStyleSheet } from './base/style-sheet.ts';
import { AccountFailure } from './features/accounts/components/account-failure.tsx';
import { sendHomeIfSignedIn } from './features/accounts/data.ts';
import { ForgotPasswordPage } from './features/accounts/pages/forgot-password.tsx';
import { SignInPage } from './features/accounts/pages/sign-in.tsx';
import { paths } from './paths.ts';

// The entry for who isn't signed in: two of the console's pages, drawn by Preact in place of React
// (vite.sign-in.config.ts). Where a session ends in an open console, that shows them itself, so that
// its uploads go on.

const openedPath = location.pathname;
const withWords = (Page: ComponentType) => lazyPage(async () => ({ Page }), 'Page', 'accounts');

/** Every other address is a page of the console, which the server has. */
function openConsole({ address }: Entering): Promise<never> {
  if (address.path === openedPath) throw new Redirect({ to: paths.signIn() });
  // The window has the new address by then.
  setTimeout(() => location.reload());
  return new Promise(() => undefined);
}

/** Fetches what every page of the console begins with, for who is let in. */
async function prefetchConsole(): Promise<void> {
  const page = await (await fetch('/index.html')).text();
  for (const [, href = ''] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    document.head.append(link);
  }
}

// Every address has a route, so that the second one is never drawn.
const fallbacks = { ErrorPage: AccountFailure, NotFoundPage: SignInPage };
const queryClient = createQueryClient(() => undefined);
watchVersion('/sign-in.html');
watchFirstPage(() => getState().shown === undefined);
runAtRest(() => void prefetchConsole().catch(() => undefined));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const words = switchLanguage(getPreferences().lang);
const firstPage = startNavigation({
  routes: [
    { path: 'accounts/sign-in', enter: sendHomeIfSignedIn, page: withWords(SignInPage) },
    { path: 'accounts/forgot-password', page: withWords(ForgotPasswordPage) },
    { path: '', enter: openConsole },
    { path: '*', enter: openConsole },
  ],
  queryClient,
});
await Promise.all([words, waitForWords(), applyStyleSheet(), firstPage]);
createRoot(root).render(
  <LanguageProvider>
    <QueryClientProvider client={queryClient}>
      <Fallbacks value={fallbacks}>
        <Outlet />
      </Fallbacks>
    </QueryClientProvider>
  </LanguageProvider>,
);
