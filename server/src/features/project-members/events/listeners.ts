import { type Listener, on, onEach } from '../../../base/events.ts';
import { projectCreated } from '../../projects/events.ts';
import { invitationAccepted } from '../../team-invitations/events/invitation.ts';
import { addFirstManagers, addJoined } from '../actions.ts';

export const projectMemberListeners: readonly Listener[] = [
  on(projectCreated, addFirstManagers),
  onEach(invitationAccepted, addJoined),
];
