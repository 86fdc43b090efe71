import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import type { Video } from '@kinora/contract/videos/video';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { refreshRules } from '../data.ts';
import { isPolicySet, toPolicyInput } from '../rules/policy.ts';
import { useProject } from '../../../base/project.ts';
import { updateVideo, useKeepVideo } from '../../../base/video.ts';

type Typed = { policy: GeoblockPolicyInput };

/** Holds the changed geo-blocking of a video, and saves it. */
export function usePolicy(video: Video) {
  const t = useTranslations('geoblockRules.video');
  const item = useTranslations('videos')('item');
  const project = useProject();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const keep = useKeepVideo();
  return useForm<Typed, Video>({
    id: 'video-geo-blocking',
    stored: { policy: toPolicyInput(video.geoblockPolicy) },
    labels: { policy: t('rule') },
    fieldOf: () => 'policy',
    problems: ({ policy }) => ({
      policy: isPolicySet(policy, project.geoblockRuleId)
        ? undefined
        : { text: t('required'), waits: true },
    }),
    run: ({ policy }) => updateVideo(scope, video.key, { geoblockPolicy: policy }),
    item,
    onDone: async (saved) => {
      await Promise.all([keep(saved), refreshRules(queryClient, scope)]);
    },
    readOnly: !video.actions.updateVideo,
  });
}
