import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { teamKey, teamScope } from '../../../../base/team-scope.ts';
import { refreshProjects } from '../../../projects/data.ts';
import { getUploads, subscribeUploads, type UploadItem } from '../../data/store.ts';

/** Whether an upload has come, gone or moved on since; its bytes don't count. */
function hasMoved(before: readonly UploadItem[], now: readonly UploadItem[]): boolean {
  const isAsBefore = (item: UploadItem, at: number) => {
    const last = before[at];
    if (item === last) return true;
    if (item.key !== last?.key || item.state !== last.state) return false;
    return item.check?.processing === last.check?.processing;
  };
  return now.length !== before.length || !now.every(isAsBefore);
}

/** Video lists and counts are asked for anew whenever an upload has got somewhere. */
export function useFreshLists(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let last: readonly UploadItem[] = [];
    const refresh = () => {
      const items = getUploads();
      const isSame = !hasMoved(last, items);
      last = items;
      if (isSame) return;
      for (const teamName of new Set(items.map((item) => item.teamName))) {
        const scope = teamScope(teamName);
        void refreshProjects(queryClient, scope);
        for (const kind of ['videos', 'video']) {
          void queryClient.invalidateQueries({ queryKey: teamKey(scope, kind) });
        }
      }
    };
    // The first uploads were there before anybody listened.
    refresh();
    return subscribeUploads(refresh);
  }, [queryClient]);
}
