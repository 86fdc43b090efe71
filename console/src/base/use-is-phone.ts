import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width < 576px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** True where the page is as narrow as a phone; for words, as styles know it by themselves. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
