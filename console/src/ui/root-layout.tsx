import { useEffect, useState } from 'react';
import { Fallbacks, Outlet } from '../base/router/outlet.tsx';
import { useIsLoading, usePath } from '../base/router/use-address.ts';
import { OutsideNotFound } from './not-found-pages.tsx';
import { PageError } from './page-error.tsx';
import { ToastRegion } from './toasts.tsx';
import classes from './root-layout.module.css';

const fallbacks = { ErrorPage: PageError, NotFoundPage: OutsideNotFound };

/** All pages share the bar while a page loads, its announcement, and the toasts. */
export function RootLayout() {
  return (
    <>
      <LoadingBar />
      <Fallbacks value={fallbacks}>
        <Outlet />
      </Fallbacks>
      <Announcer />
      <ToastRegion />
    </>
  );
}

function LoadingBar() {
  return useIsLoading() && <div className={classes.bar} aria-hidden />;
}

/** A new page's title is announced to screen readers, since no document is loaded. */
function Announcer() {
  const path = usePath();
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (path === '') return undefined;
    // The page sets its title when it is drawn, after this route change.
    const timer = setTimeout(() => setTitle(document.title), 300);
    return () => clearTimeout(timer);
  }, [path]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
