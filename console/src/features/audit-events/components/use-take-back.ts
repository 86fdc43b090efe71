import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../base/failure-toast.ts';
import { followWork } from '../../../base/followed-works.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { takeBack } from '../data.ts';

/** Takes a change of many videos back; lists of videos show how far that is. */
export function useTakeBack(): (batchId: string) => Promise<void> {
  const t = useTranslations('auditEvents.undo');
  const scope = useTeamScope();
  const showFailure = useFailureToast();
  return async (batchId) => {
    try {
      const { id } = await takeBack(scope, batchId);
      followWork({ teamName: scope.teamName, kind: 'video-batches', id });
      showToast('success', { title: t('begun'), detail: t('begunDetail') });
    } catch (error) {
      showFailure(error);
    }
  };
}
