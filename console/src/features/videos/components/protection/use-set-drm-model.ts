import type { DrmModel } from '@kinora/contract/drm';
import type { Video } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { refreshVideo, setDrmModel, videoQuery } from '../../data.ts';

/** Asks for another protection; a refusal is shown by the dialog that asked. */
export function useSetDrmModel(video: Video, onDone: () => void) {
  const t = useTranslations('videos.protection');
  const item = useTranslations('videos')('item');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useSave({
    run: (model: DrmModel) => setDrmModel(scope, video, model),
    item,
    done: ({ drmModelChange }) => t(drmModelChange === null ? 'changed' : 'begun'),
    onDone: async (drm) => {
      const { queryKey } = videoQuery(scope, video.key);
      queryClient.setQueryData(queryKey, { ...video, vod: { ...video.vod, ...drm } });
      onDone();
      await refreshVideo(queryClient, scope, video.key);
    },
    shownByPage: () => true,
  });
}
