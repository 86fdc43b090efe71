import { useEffect } from 'react';
import { stripJoiners } from '@kinora/i18n/joiners';

const PRODUCT = 'Kinora';

/** Sets the window's title: what the page shows, most telling part first. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), PRODUCT].join(' · ');
  useEffect(() => {
    document.title = stripJoiners(title);
  }, [title]);
}
