import { type Listener, on } from '../../../base/events.ts';
import { memberChanged, memberRemoved } from '../../team-members/events.ts';
import { withdrawInvitationsOf } from '../actions.ts';

/** The links that a former administrator knows must not let anybody in. */
export const invitationListeners: readonly Listener[] = [
  on(memberRemoved, withdrawInvitationsOf),
  on(memberChanged, (tx, all) =>
    withdrawInvitationsOf(
      tx,
      all.filter(
        ({ changes: { isEnabled, role } }) => isEnabled?.[1] === false || role?.[0] === 'admin',
      ),
    ),
  ),
];
