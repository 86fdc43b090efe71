import type { TeamRole } from '@kinora/contract/fields';

/** Decisions, section 3: admins and managers write at team level, create projects and see secrets. */
export function mayManageTeam(role: TeamRole): boolean {
  return role !== 'user';
}
