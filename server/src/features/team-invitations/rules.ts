import { INVITATION_DAYS } from '@kinora/contract/bounds';
import type { TryLimit } from '../accounts/rules/limits.ts';

export const INVITATION_PREFIX = 'knr_inv_';
export const INVITATION_LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;

/** The place for which an invitation's token is sealed. */
export const getTokenPlace = (id: string) => `team invitation ${id}`;

/** The address of the page on which an invitation is accepted. */
export function toLink(publicUrl: string, token: string): string {
  const link = new URL('/accounts/invitation', publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

/** Bounds the mails to one address, whoever in whatever team has them sent. */
export const listMailLimits = (email: string): TryLimit[] => [
  { subject: `invitation:${email}`, burst: 5, paceMs: 5 * 60 * 1000 },
];
