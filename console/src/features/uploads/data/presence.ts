// Whether this browser has uploads to show. Small on purpose: it is in the first load, the uploader
// itself is fetched only when this says so.

const FLAG = 'kinora.uploads';
const listeners = new Set<() => void>();
let present = readFlag();

function readFlag(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key === FLAG && event.newValue !== null) publish(true);
}

function publish(next: boolean): void {
  if (present === next) return;
  present = next;
  for (const listener of listeners) listener();
}

export function hasUploads(): boolean {
  return present;
}

/** Shows the panel on this page, whether or not anything is kept for the next one. */
export function showUploads(): void {
  publish(true);
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

/** Called when uploads come into being, in this tab or in another one. */
export function subscribePresence(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}
