import type { TeamRole } from '@kinora/contract/fields';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createApi } from '../../base/api-client.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

const { teamInvitations } = createApi(null);

/** Invitations that nobody has accepted yet, newest first. */
export const teamInvitationsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'team-invitations'),
    queryFn: ({ signal }) => scope.api.teamInvitations.list({}, { signal }),
  });

/** 409 `already_member` or `member_suspended`. Who is invited already has the whole time again. */
export const invite = (
  scope: TeamScope,
  input: { email: string; role: TeamRole; isMailed: boolean },
) => scope.api.teamInvitations.create(input);

export const sendAgain = (scope: TeamScope, id: string) =>
  scope.api.teamInvitations.sendAgain({ id });

export const withdrawInvitation = (scope: TeamScope, id: string) =>
  scope.api.teamInvitations.withdraw({ id });

export async function refreshInvitations(
  queryClient: QueryClient,
  scope: TeamScope,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'team-invitations') });
}

/** What a link is for; it is kept for as long as its page stands. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => teamInvitations.lookUp({ token }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });

/** Accepts as the signed-in person, or with a new account. */
export const redeemInvitation = (input: { token: string; name?: string; password?: string }) =>
  teamInvitations.redeem(input);
