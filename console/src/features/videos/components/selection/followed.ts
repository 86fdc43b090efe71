import { createStore } from '../../../../base/store.ts';

/** Changes of many videos whose end is still to be told, also after their page was left. */
type Followed = { teamName: string; id: string };

export const followedBatches = createStore<readonly Followed[]>([]);

export function followBatch(teamName: string, id: string): void {
  const all = followedBatches.get();
  if (!all.some((one) => one.id === id)) followedBatches.set([...all, { teamName, id }]);
}

export function unfollowBatch(id: string): void {
  followedBatches.set(followedBatches.get().filter((one) => one.id !== id));
}
