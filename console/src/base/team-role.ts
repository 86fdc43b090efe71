import type { TeamRole } from '@kinora/contract/fields';

/** Decisions, section 3: admins and managers write at team level, create projects and see secrets. */
export function mayManageTeam(role: TeamRole): boolean {
  return role !== 'user';
}

/** Every member may look at these screens; the queue is one of everybody's own work. */
const FOR_EVERYONE = new Set(['signed-url', 'allowed-blocked-website', 'jobs']);

/** Admins alone see these screens; further pages below them are others. */
const FOR_ADMINS = new Set(['history']);

/** Says whether an address, decoded, is one that the team's admins alone see. */
export function isForAdmins(path: string): boolean {
  const [, area, screen = '', ...further] = path.split('/').filter((part) => part !== '');
  return area === 'manage' && further.length === 0 && FOR_ADMINS.has(screen);
}

/** Says whether an address, decoded, is one that the team's admins and managers see alone. */
export function isForManagers(path: string): boolean {
  const [, area, screen = ''] = path.split('/').filter((part) => part !== '');
  return area === 'manage' && !FOR_EVERYONE.has(screen);
}
