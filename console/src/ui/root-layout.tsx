import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ToastRegion } from './toasts.tsx';
import classes from './root-layout.module.css';

/** All pages share the bar while a page loads, its announcement, and the toasts. */
export function RootLayout() {
  return (
    <>
      <LoadingBar />
      <Outlet />
      <Announcer />
      <ToastRegion />
    </>
  );
}

function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return loading && <div className={classes.bar} aria-hidden />;
}

/** Screen readers hear of a new page by its title, since no document is loaded. */
function Announcer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (path === undefined) return undefined;
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
