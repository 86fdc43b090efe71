import type { Drm, DrmModel } from '@kinora/contract/drm';
import type { Video } from '@kinora/contract/videos/video';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type TeamScope, useTeamScope } from '../../../../base/team-scope.ts';
import { type SaveOptions, useSave } from '../../../../base/use-save.ts';
import { rotateKeys, refreshVideo, setDrmModel, videoQuery } from '../../data.ts';

/** Asks for another protection, or a new key, and shows the video as the server has it then. */
function useProtecting<Asked>(
  video: Video,
  run: (scope: TeamScope, asked: Asked) => Promise<Drm>,
): SaveOptions<Asked, Drm> {
  const t = useTranslations('videos.protection');
  const item = useTranslations('videos')('item');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return {
    run: (asked) => run(scope, asked),
    item,
    done: ({ drmModelChange }) => t(drmModelChange === null ? 'changed' : 'begun'),
    onDone: async (drm) => {
      const { queryKey } = videoQuery(scope, video.key);
      queryClient.setQueryData(queryKey, { ...video, vod: { ...video.vod, ...drm } });
      await refreshVideo(queryClient, scope, video.key);
    },
  };
}

/** A refusal is shown by the dialog that asked. */
export function useSetDrmModel(video: Video, onDone: () => void) {
  const options = useProtecting(video, (scope, model: DrmModel) =>
    setDrmModel(scope, video, model),
  );
  return useSave({
    ...options,
    onDone: async (drm, model) => {
      onDone();
      await options.onDone?.(drm, model);
    },
    shownByPage: () => true,
  });
}

export const useRotateKeys = (video: Video) =>
  useProtecting<void>(video, (scope) => rotateKeys(scope, video));
