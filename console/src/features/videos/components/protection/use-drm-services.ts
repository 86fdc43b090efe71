import type { DrmService } from '@kinora/contract/drm-outputs';
import type { Video } from '@kinora/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { listDrmServices } from '../../rules/protection.ts';

/** The DRM services whose licences the video's viewers can get; undefined until they are known. */
export function useDrmServices({ project }: Video): DrmService[] | undefined {
  const channels = useQuery(channelsQuery(useTeamScope()));
  return channels.data && listDrmServices(channels.data.data, project.key);
}
