import type { ProjectRole } from '@kinora/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { useSave } from '../../../base/use-save.ts';
import { invite, refreshMembers } from '../data.ts';
import { groupOutcomes, type Invited } from '../rules.ts';

type Wanted = { emails: readonly string[]; projectRole: ProjectRole };

/** Adds and invites people one after the other, and tells what became of each. */
export function useInvite(key: string, onDone: () => void) {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const tell = useTellOutcomes();
  return useSave({
    run: async ({ emails, projectRole }: Wanted) => {
      const all: Invited[] = [];
      for (const email of emails) {
        const one = await invite(scope, { key, email, projectRole }).catch((error: unknown) => ({
          outcome: 'failed' as const,
          error,
        }));
        all.push({ ...one, email });
      }
      return all;
    },
    onDone: async (all) => {
      onDone();
      tell(all);
      await refreshMembers(queryClient, scope);
    },
  });
}

/** One toast for one kind of outcome; several kinds share one. */
function useTellOutcomes() {
  const t = useTranslations('projectMembers.add');
  const describe = useErrorText();
  return (all: readonly Invited[]) => {
    const groups = groupOutcomes(all);
    const lines = groups.map(({ outcome, emails }) =>
      t(`outcomes.${outcome}`, { count: emails.length, email: emails[0] ?? '' }),
    );
    const [only] = groups;
    if (groups.length > 1) {
      showToast('advanced', { title: t('outcomes.mixed'), detail: lines.join(' · ') });
    } else if (only?.outcome === 'failed') {
      const error = all.find((one) => one.error !== undefined)?.error;
      const why = error === undefined ? undefined : describe(error, { action: 'save' });
      showToast('error', {
        title: lines.join(),
        detail: why ? `${why.title} ${why.detail}` : t('outcomes.whyFailed'),
        ...(why && { reference: why.reference }),
      });
    } else {
      showToast('success', { title: lines.join() });
    }
  };
}
