import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { OutputsCard } from '../components/processing/outputs-card.tsx';
import { Processing } from '../components/processing/processing.tsx';
import { StepsCard } from '../components/processing/steps-card.tsx';
import { useVideo } from '../components/video/use-video.ts';
import { videoJobsQuery } from '../data.ts';
import { isMoving } from '../rules/state.ts';

/** The processing of a video: how far it is, its outputs, and every step. */
export function OutputsPage() {
  const t = useTranslations('videos.steps');
  const video = useVideo();
  const steps = useQuery(videoJobsQuery(useTeamScope(), video));
  // Until it plays, the page shows this view in the player's place.
  const goesOn = video.playbackUrls !== null && isMoving(video);
  return (
    <>
      {goesOn && <Processing video={video} />}
      <OutputsCard video={video} />
      <Loaded query={steps} skeleton={<TableSkeleton rows={3} />} item={t('title')}>
        {(data) => <StepsCard video={video} steps={data} />}
      </Loaded>
    </>
  );
}
