import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { videoQuery } from '../../data.ts';
import { Share } from './share.tsx';

type Props = {
  video: Pick<VideoSummary, 'key' | 'title'>;
  opened: boolean;
  onClose: () => void;
};

/** The share card where the page has none. */
export function ShareDialog({ video, opened, onClose }: Props) {
  const t = useTranslations('videos');
  const query = useQuery({ ...videoQuery(useTeamScope(), video.key), enabled: opened });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('links.titleOf', { title: video.title })}>
      {opened && (
        <Loaded query={query} skeleton={<Waiting />} item={t('item')}>
          {(found) => <Share video={found} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="60%" />
    </Loading>
  );
}
