import type { TeamInvitation } from '@kinora/contract/team-invitations';
import { type ApiError, toApiError } from '../../base/api-error.ts';

/** One call invites one person; so many fit into what an account may do in an hour, several times. */
export const MAX_ADDRESSES = 50;

export type Outcome =
  | { email: string; kind: 'invited'; link: string | null }
  | { email: string; kind: 'member' | 'suspended' }
  | { email: string; kind: 'failed'; error: ApiError };

/**
 * Invites people one after the other. What refuses the caller, and not the person, ends it for the others too.
 */
export async function inviteAll(
  emails: readonly string[],
  run: (email: string) => Promise<Pick<TeamInvitation, 'link'>>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let refusal: ApiError | undefined;
  for (const email of emails) {
    const outcome: Outcome = refusal
      ? { email, kind: 'failed', error: refusal }
      : await inviteOne(email, run);
    if (outcome.kind === 'failed' && isOfCaller(outcome.error)) refusal = outcome.error;
    outcomes.push(outcome);
  }
  return outcomes;
}

const isOfCaller = ({ status }: ApiError) => [0, 401, 403, 404, 429].includes(status);

async function inviteOne(
  email: string,
  run: (email: string) => Promise<Pick<TeamInvitation, 'link'>>,
): Promise<Outcome> {
  try {
    const { link } = await run(email);
    return { email, kind: 'invited', link };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.code === 'already_member') return { email, kind: 'member' };
    if (error.code === 'member_suspended') return { email, kind: 'suspended' };
    return { email, kind: 'failed', error };
  }
}

/** Why an invitation can't be accepted by anybody, or not by this person. */
export type InvitationEnd = 'expired' | 'used' | 'withdrawn' | 'unknown' | 'suspended';

const ENDS: Partial<Record<string, InvitationEnd>> = {
  'invitation-expired': 'expired',
  'invitation-used': 'used',
  invitation_withdrawn: 'withdrawn',
  not_found: 'unknown',
  // A link that was cut or changed.
  validation_failed: 'unknown',
  member_suspended: 'suspended',
};

/** Undefined for a failure that may pass. */
export const findEnd = ({ code }: ApiError): InvitationEnd | undefined => ENDS[code];
