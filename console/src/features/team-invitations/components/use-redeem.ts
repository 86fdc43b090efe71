import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type ApiError, toApiError } from '../../../base/api-error.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { refreshMe } from '../../../base/session.ts';
import { showToast } from '../../../base/toasts.ts';
import { paths } from '../../../paths.ts';
import { redeemInvitation } from '../data.ts';
import { findEnd } from '../rules.ts';

type Redeemed = Awaited<ReturnType<typeof redeemInvitation>>;

const OTHER_SESSION = new Set(['invitation_needs_sign_in', 'invitation_for_another']);

/** Says whether the page has to show another way, or none. */
export const isRefusal = (error: ApiError): boolean =>
  findEnd(error) !== undefined && error.status !== 422 ? true : OTHER_SESSION.has(error.code);

/** Accepts, and goes to the team. */
export function useRedeem(onRefused: (error: unknown) => void) {
  const t = useTranslations('teamInvitations.accept');
  const queryClient = useQueryClient();
  return {
    redeem: (input: Parameters<typeof redeemInvitation>[0]) =>
      redeemInvitation(input).catch((error: unknown) => {
        if (isRefusal(toApiError(error))) onRefused(error);
        throw error;
      }),
    onRedeemed: async ({ team }: Redeemed) => {
      await refreshMe(queryClient);
      showToast('success', { title: t('done', { team: team.name }) });
      await navigate({ to: paths.projects(team.namespace), replace: true });
    },
  };
}
