import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { findLicensing, type Licensing } from '../../rules/protection.ts';

/** The licences that the video's viewers can get; undefined until that is known. */
export function useLicensing({ project }: Video): Licensing | undefined {
  const channels = useQuery(channelsQuery(useTeamScope()));
  return channels.data && findLicensing(channels.data.data, project.key);
}
