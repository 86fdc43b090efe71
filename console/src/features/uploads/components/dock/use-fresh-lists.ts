import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { teamKey, teamScope } from '../../../../base/team-scope.ts';
import { refreshProjects } from '../../../../base/project.ts';
import { listenToVideos } from '../../data/file-check.ts';
import { getUploads, subscribeUploads, type UploadItem } from '../../data/store.ts';

/** Uploads that have come, gone or moved on since; their bytes don't count. */
function listMoved(before: readonly UploadItem[], now: readonly UploadItem[]): UploadItem[] {
  if (before === now) return [];
  const known = new Map(before.map((item) => [item.key, item]));
  const moved = now.filter((item) => {
    const last = known.get(item.key);
    known.delete(item.key);
    if (item === last) return false;
    return item.state !== last?.state || item.check?.processing !== last.check?.processing;
  });
  return [...moved, ...known.values()];
}

/** Refetches video lists and counts whenever an upload reaches another state. */
export function useFreshLists(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let last: readonly UploadItem[] = [];
    const refresh = () => {
      const items = getUploads();
      const moved = listMoved(last, items);
      last = items;
      for (const teamName of new Set(moved.map((item) => item.teamName))) {
        const scope = teamScope(teamName);
        void refreshProjects(queryClient, scope);
        void queryClient.invalidateQueries({ queryKey: teamKey(scope, 'videos') });
      }
      for (const { key, teamName, state } of moved) {
        // The check knows of a file that is there.
        if (state === 'uploaded') continue;
        const queryKey = teamKey(teamScope(teamName), 'video', key);
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    // The first uploads were there before anybody listened.
    refresh();
    const stopListening = listenToVideos(queryClient);
    const unsubscribe = subscribeUploads(refresh);
    return () => {
      stopListening();
      unsubscribe();
    };
  }, [queryClient]);
}
