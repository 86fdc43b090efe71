import type { Video } from '@kinora/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { playersQuery, projectQuery } from '../../../projects/data.ts';
import { isGivenUp } from '../../rules/state.ts';
import { AccessCard } from '../access/access-card.tsx';
import { ShareCard } from '../share/share-card.tsx';

/** Shows what can be handed out, and who may watch. The cards come at once, so that none moves another. */
export function SideCards({ video }: { video: Video }) {
  const scope = useTeamScope();
  const players = useQuery(playersQuery(scope));
  const channels = useQuery(channelsQuery(scope));
  const project = useQuery(projectQuery(scope, video.project.key));
  if (players.isPending || channels.isPending || project.isPending) return null;
  return (
    <>
      {!isGivenUp(video) && <ShareCard video={video} />}
      {project.data && channels.data && (
        <AccessCard video={video} project={project.data} channels={channels.data.data} />
      )}
    </>
  );
}
