import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { channelsQuery } from '../../playback-channels/data.ts';
import { playersQuery, projectQuery } from '../../../base/project.ts';
import { getEncryption } from '../rules/protection.ts';
import { isGivenUp } from '../rules/state.ts';
import { AccessCard } from '../../playback-channels/components/access/access-card.tsx';
import { ShareCard } from '../components/share/share-card.tsx';

/** Shows the links to hand out, and who may watch. The cards appear together, so that none moves another. */
export function SideCards({ video }: { video: Video }) {
  const scope = useTeamScope();
  const players = useQuery(playersQuery(scope));
  const channels = useQuery(channelsQuery(scope));
  const project = useQuery(projectQuery(scope, video.project.key));
  const tab = (name: string) => paths.video(scope.teamName, video.project.key, video.key, name);
  if (players.isPending || channels.isPending || project.isPending) return null;
  return (
    <>
      {!isGivenUp(video) && <ShareCard video={video} />}
      {project.data && channels.data && (
        <AccessCard
          project={project.data}
          channels={channels.data.data}
          of={{
            countries: video.geoblockPolicy.appliedRule,
            encryption: getEncryption(video),
            isProject: false,
            places: { countries: tab('geo-blocking'), encryption: tab('advanced') },
            watchUrl: video.watchUrl,
          }}
        />
      )}
    </>
  );
}
