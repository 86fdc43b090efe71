import type { Membership } from './project-members.ts';

const isActive = ({ account }: Membership) => account.activatedAt !== null;

/** Administrators of the team manage each of its projects; a suspended person manages none. */
function manages({ projectRole, account }: Membership): boolean {
  return account.isEnabled && (account.role === 'admin' || projectRole === 'project-manager');
}

function isAlone(members: readonly Membership[], one: Membership, counts: typeof isActive) {
  return !members.some((other) => other.accountId !== one.accountId && counts(other));
}

/** The project's last manager gets no other role, and isn't removed. */
export function isLastManager(members: readonly Membership[], one: Membership): boolean {
  if (!isActive(one) || one.projectRole !== 'project-manager') return false;
  return isAlone(members, one, (other) => isActive(other) && manages(other));
}

/** The project's last member isn't removed; invited people are none yet. */
export function isLastMember(members: readonly Membership[], one: Membership): boolean {
  return isActive(one) && isAlone(members, one, isActive);
}
