import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from './store.ts';
import { useTeamScope } from './team-scope.ts';
import { isRunning, type WorkProgress } from './work-progress.ts';

// Long work goes on after its page was left: whatever started it, or finds it running, follows it until its
// end was told.

/** `kind` keeps apart what different pages show. */
type Followed = { teamName: string; kind: string; id: string };

const followedWorks = createStore<readonly Followed[]>([]);

export function followWork(work: Followed): void {
  const all = followedWorks.get();
  if (!all.some(({ id }) => id === work.id)) followedWorks.set([...all, work]);
}

export function unfollowWork(id: string): void {
  followedWorks.set(followedWorks.get().filter((one) => one.id !== id));
}

/**
 * Lists the ids of the team's works of a kind whose end has not been shown yet.
 *
 * @param listed the works that the API knows; a running one is followed from now on
 */
export function useFollowedWorks(
  kind: string,
  listed: readonly WorkProgress[] | undefined,
): string[] {
  const { teamName } = useTeamScope();
  useEffect(() => {
    for (const work of listed ?? []) {
      if (isRunning(work)) followWork({ teamName, kind, id: work.id });
    }
  }, [teamName, kind, listed]);
  const followed = useStore(followedWorks);
  return followed.flatMap((one) =>
    one.teamName === teamName && one.kind === kind ? [one.id] : [],
  );
}

/**
 * Follows a work until its end, which is shown once. When some items failed, it is followed until a person
 * has dismissed that.
 */
export function useWorkEnd<Work extends WorkProgress>(
  id: string,
  { data: work, error }: { data: Work | undefined; error: Error | null },
  onEnd: (work: Work) => void,
): void {
  const isGone = work === undefined && error !== null;
  const hasEnded = work !== undefined && !isRunning(work);
  const end = useEffectEvent(() => {
    if (work === undefined) return;
    if (work.state === 'cancelled' || work.failed === 0) unfollowWork(id);
    onEnd(work);
  });
  useEffect(() => {
    if (isGone) unfollowWork(id);
  }, [id, isGone]);
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
}
