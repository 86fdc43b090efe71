import { createStore, watchStorage } from '../../../base/store.ts';

// Says whether this browser has uploads to show. Small on purpose: it is in the first load, the uploader
// itself is fetched only when this says so.

const FLAG = 'kinora.uploads';
/** Says whether uploads have come into being, in this tab or in another one. */
export const presence = createStore(readFlag(), () => watchStorage(onStorage));

function readFlag(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key === FLAG && event.newValue !== null) showUploads();
}

/** Shows the panel on this page, whether or not anything is kept for the next one. */
export function showUploads(): void {
  presence.set(true);
}

/** Remembers for the next page, and for other tabs, that uploads are kept in this browser. */
export function keepUploadsFlag(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage is switched off: the queue lasts as long as the page.
  }
}
