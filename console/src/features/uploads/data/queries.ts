import { queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../../base/team-scope.ts';

/** The video of an upload, as its own page asks for it. */
export const uploadedVideoQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'video', key),
    queryFn: ({ signal }) => scope.api.videos.get({ id: key }, { signal }),
  });
