import { toSearchText } from '../../base/i18n/search-text.ts';
import type { InviteOutcome, Membership } from '@kinora/contract/project-members';
import type { TeamMember } from '@kinora/contract/team-members';

export const isPending = ({ account }: Membership): boolean => account.activatedAt === null;

/** Invited people have no name here yet. */
export const nameOf = ({ account }: Membership): string => account.name || account.email;

/** Finds members whose name, or while they are invited whose address, contains the text. */
export function findMembers(members: readonly Membership[], text: string): Membership[] {
  const searched = toSearchText(text.trim());
  return members.filter((member) => toSearchText(nameOf(member)).includes(searched));
}

/** What an address that is typed in means; `colleague` is a member of the team, to be added. */
export type Standing = 'inProject' | 'suspended' | 'stranger' | 'colleague';

export function getStanding(
  address: string,
  people: { inProject: readonly Membership[]; inTeam: readonly TeamMember[] },
): Standing {
  if (people.inProject.some(({ account }) => account.email === address)) return 'inProject';
  const colleague = people.inTeam.find(({ account }) => account.email === address);
  if (!colleague) return 'stranger';
  return colleague.isEnabled ? 'colleague' : 'suspended';
}

export type Invited = { email: string; outcome: InviteOutcome; error?: unknown };

const OUTCOMES: readonly InviteOutcome[] = ['added', 'passed', 'failed'];

/** Groups what became of addresses, in the order in which one is told. */
export function groupOutcomes(
  all: readonly Invited[],
): { outcome: InviteOutcome; emails: string[] }[] {
  return OUTCOMES.flatMap((outcome) => {
    const emails = all.filter((one) => one.outcome === outcome).map(({ email }) => email);
    return emails.length === 0 ? [] : [{ outcome, emails }];
  });
}
