import type { TeamMember } from '@kinora/contract/team-members';
import { romaniseThai } from '../../base/i18n/romanise-thai.ts';
import { findMatches } from '../../base/i18n/search-text.ts';

/** The server records at most once in so many ms that a member is here. */
const ONLINE_MS = 5 * 60_000;

export const isOnline = (lastSeenAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(lastSeenAt) <= ONLINE_MS;

/** Finds members by their name, in Thai or as it is spoken in Latin letters, or their address. */
export const findMembers = (members: readonly TeamMember[], text: string): TeamMember[] =>
  findMatches(members, ({ account: { name, email } }) => [name, romaniseThai(name), email], text);

/** Says whether the team would be without an administrator who may sign in if this one weren't any more. */
export function isLastAdmin(members: readonly TeamMember[], member: TeamMember): boolean {
  const isActive = ({ role, isEnabled }: TeamMember) => role === 'admin' && isEnabled;
  return isActive(member) && members.filter(isActive).length === 1;
}
