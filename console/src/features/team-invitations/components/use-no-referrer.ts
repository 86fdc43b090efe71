import { useEffect } from 'react';

/** Keeps the address of a page with a token in it out of the `Referer` of all that it asks for. */
export function useNoReferrer(): void {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'referrer';
    meta.content = 'no-referrer';
    document.head.append(meta);
    return () => {
      // As the server says it of all pages: taking the element away would change nothing.
      meta.content = 'strict-origin-when-cross-origin';
    };
  }, []);
}
