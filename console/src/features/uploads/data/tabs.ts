import type { UploadItem } from './store.ts';

// Tabs of one browser know of each other: a tab holds a Web Lock of its name for as long as it
// lives, so that the others notice its end, a crash included. Without Web Locks (plain HTTP on a
// far host) a tab takes every other one for dead; the server's own lock (423) then keeps two from
// writing one upload.

export type TabMessage =
  | { kind: 'hello'; from: string }
  | { kind: 'queue'; from: string; accountId: string; items: UploadItem[] }
  | { kind: 'gone'; from: string; keys: string[] };

const LOCK_PREFIX = 'kinora-uploads-';

/** This tab, as others see it. */
export const tabId = [...crypto.getRandomValues(new Uint32Array(3))]
  .map((part) => part.toString(36))
  .join('');

const locks: LockManager | undefined = navigator.locks;
let channel: BroadcastChannel | undefined;

/** Makes this tab known and hears the others; once. */
export function joinTabs(onMessage: (message: TabMessage) => void): void {
  if (channel !== undefined) return;
  void locks?.request(LOCK_PREFIX + tabId, () => new Promise<never>(() => undefined));
  channel = new BroadcastChannel('kinora-uploads');
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  channel.postMessage({ kind: 'hello', from: tabId } satisfies TabMessage);
}

export function notifyTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** The tabs that live now. */
export async function listLivingTabs(): Promise<Set<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  const names = held.map((lock) => lock.name ?? '');
  return new Set(
    names
      .filter((name) => name.startsWith(LOCK_PREFIX))
      .map((name) => name.slice(LOCK_PREFIX.length)),
  );
}

/** Resolves when a tab is closed or has crashed. */
export async function waitForEnd(id: string): Promise<void> {
  await locks?.request(LOCK_PREFIX + id, () => undefined);
}
