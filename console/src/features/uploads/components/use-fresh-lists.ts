import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { teamKey, teamScope } from '../../../base/team-scope.ts';
import { refreshProjects } from '../../projects/data.ts';
import { currentUploads, subscribeUploads, type UploadItem } from '../data/store.ts';

/** Changes when an upload comes, goes or moves on; not with its bytes. */
function signOf(items: readonly UploadItem[]): string {
  return items.map(({ key, state, check }) => [key, state, check?.processing].join(' ')).join();
}

/** Video lists and counts are asked for anew whenever an upload has got somewhere. */
export function useFreshLists(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let last = '';
    const refresh = () => {
      const items = currentUploads();
      const sign = signOf(items);
      if (sign === last) return;
      last = sign;
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
