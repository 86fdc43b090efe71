import { createStore } from '../../../base/store.ts';
import type { UploadState } from '../rules/queue.ts';
import { forgetUploads } from './queue.ts';
import { getUploads } from './store.ts';
import { isMine } from './transfers.ts';

/** Uploads in the state in which a person closed the panel on them. */
export const closedStore = createStore<ReadonlyMap<string, UploadState>>(new Map());

/** Closes the panel: what the server has is a video in its list, the rest waits for its next move. */
export async function closeDock(): Promise<void> {
  const items = getUploads();
  closedStore.set(new Map(items.map(({ key, state }) => [key, state])));
  const uploaded = items.filter((item) => item.state === 'uploaded' && isMine(item));
  await forgetUploads(uploaded.map(({ key }) => key));
}
