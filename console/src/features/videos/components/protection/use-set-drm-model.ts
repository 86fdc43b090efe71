import type { Drm, DrmModel } from '@kinora/contract/drm';
import type { Video } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type TeamScope, useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { packageAnew, refreshVideo, setDrmModel, videoQuery } from '../../data.ts';

/** Asks for another protection, or a new key; a refusal is shown by the dialog that asked. */
function useProtect<Asked>(
  video: Video,
  run: (scope: TeamScope, asked: Asked) => Promise<Drm>,
  onDone: () => void,
) {
  const t = useTranslations('videos.protection');
  const item = useTranslations('videos')('item');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useSave({
    run: (asked: Asked) => run(scope, asked),
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

export const useSetDrmModel = (video: Video, onDone: () => void) =>
  useProtect(video, (scope, model: DrmModel) => setDrmModel(scope, video, model), onDone);

export const usePackageAnew = (video: Video, onDone: () => void) =>
  useProtect(video, (scope, _none: void) => packageAnew(scope, video), onDone);
