import { getSite } from '@kinora/contract/network';
import type { Client } from '../../../base/request.ts';

export const WINDOW_MS = 15 * 60 * 1000;
export const RESET_LIFETIME_MS = 60 * 60 * 1000;
/** A browser stays known so long after the last sign-in there. */
export const KNOWN_BROWSER_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;
export const MAX_KNOWN_BROWSERS = 50;

/** The tries of a subject within a window, which starts with the first one. */
export type TryLimit = {
  subject: string;
  burst: number;
  /** One more is allowed each such time; none by default. */
  paceMs?: number;
  /** Only the caller's tries count here, so a success ends it. */
  isOwn?: boolean;
};

// Five tries per network suffice for a person who mistypes and lock out no other network. Thirty bound one
// subscriber over all accounts and all of their networks. An account under attack from many is slowed instead
// of locked: some 13,000 tries a day, while the commonest passwords aren't allowed.
const TRIES_OF_PERSON = 5;
const TRIES_OF_SUBSCRIBER = 30;
const TRIES_OF_ACCOUNT = { burst: 50, paceMs: 10_000 };
/** Each request sends the owner a mail, so the limit holds for all clients together. */
const MAILS_OF_ACCOUNT = { burst: 10, paceMs: 120_000 };

/**
 * @param browser hash of the known browser from which the try comes: strangers can't use its tries
 *   up
 */
export function listLimits(
  kind: 'sign-in' | 'reset',
  email: string,
  { network }: Client,
  browser: Buffer | null,
): TryLimit[] {
  const prefix = kind === 'sign-in' ? '' : 'reset-';
  if (browser) {
    const subject = `${prefix}browser:${browser.toString('hex')}`;
    return [{ subject, burst: TRIES_OF_PERSON, isOwn: true }];
  }
  // The account first: a flood from everywhere is refused before anything is written.
  return [
    {
      subject: `${prefix}account:${email}`,
      ...(kind === 'sign-in' ? TRIES_OF_ACCOUNT : MAILS_OF_ACCOUNT),
    },
    { subject: `${prefix}pair:${email} ${network}`, burst: TRIES_OF_PERSON, isOwn: true },
    { subject: `${prefix}network:${getSite(network)}`, burst: TRIES_OF_SUBSCRIBER },
  ];
}

/** The caller is signed in already, so no other client can use up these tries. */
export function listChangeLimits(sessionHash: Buffer): TryLimit[] {
  const subject = `change:${sessionHash.toString('hex')}`;
  return [{ subject, burst: TRIES_OF_PERSON, isOwn: true }];
}

/** Seconds until the subject has another try, at least 1. */
export function getWaitSeconds(
  limit: TryLimit,
  counted: { failures: number; first_at: Date },
  now: Date,
): number {
  const passedMs = now.getTime() - counted.first_at.getTime();
  const untilNextMs = limit.paceMs
    ? (counted.failures - limit.burst + 1) * limit.paceMs - passedMs
    : WINDOW_MS;
  return Math.max(1, Math.ceil(Math.min(untilNextMs, WINDOW_MS - passedMs) / 1000));
}
