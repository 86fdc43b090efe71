import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useRouteParam } from '../../../../base/router/use-address.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { videoQuery } from '../../data.ts';

/** The video of the address. Only below the video's page, which has loaded it. */
export function useVideo(): Video {
  const { data } = useQuery(videoQuery(useTeamScope(), useRouteParam('videoKey')));
  if (data === undefined) throw new Error('Used outside the pages of a video');
  return data;
}
