import { siteOf } from '@kinora/contract/network';
import type { Client } from '../../../base/request.ts';

export const windowMs = 15 * 60 * 1000;
export const resetLifetimeMs = 60 * 60 * 1000;
/** A browser stays known so long after the last sign-in there. */
export const knownBrowserLifetimeMs = 180 * 24 * 60 * 60 * 1000;
export const maxKnownBrowsers = 50;

/** How many tries a subject has within a window, which starts with the first one. */
export type TryLimit = {
  subject: string;
  burst: number;
  /** One more each such time; none unless told. */
  paceMs?: number;
  /** Of the caller alone: a success ends it. */
  isOwn?: boolean;
};

// Five tries from one network are what a person needs who mistypes, and lock nobody else out.
// Thirty bound what one subscriber can try over all accounts and all networks that are his. An
// account that many guess at is slowed instead of locked: some 13,000 tries a day, for passwords
// that are none of the commonest.
const ofOnePerson = 5;
const ofOneSubscriber = 30;
const ofOneAccount = { burst: 50, paceMs: 10_000 };
/** Each brings the owner a mail, whoever asks. */
const mailsOfOneAccount = { burst: 10, paceMs: 120_000 };

/**
 * @param browser hash of the known browser from which the try comes: strangers can't use its tries
 *   up
 */
export function limitsOf(
  kind: 'sign-in' | 'reset',
  email: string,
  { network }: Client,
  browser: Buffer | null,
): TryLimit[] {
  const prefix = kind === 'sign-in' ? '' : 'reset-';
  if (browser) {
    const subject = `${prefix}browser:${browser.toString('hex')}`;
    return [{ subject, burst: ofOnePerson, isOwn: true }];
  }
  // The account first: a flood from everywhere is refused before anything is written.
  return [
    {
      subject: `${prefix}account:${email}`,
      ...(kind === 'sign-in' ? ofOneAccount : mailsOfOneAccount),
    },
    { subject: `${prefix}pair:${email} ${network}`, burst: ofOnePerson, isOwn: true },
    { subject: `${prefix}network:${siteOf(network)}`, burst: ofOneSubscriber },
  ];
}

/** Whoever changes a password is signed in already: nobody else can use these tries up. */
export function changeLimits(sessionHash: Buffer): TryLimit[] {
  const subject = `change:${sessionHash.toString('hex')}`;
  return [{ subject, burst: ofOnePerson, isOwn: true }];
}

/** Seconds until the subject has another try, at least 1. */
export function waitSeconds(
  limit: TryLimit,
  counted: { failures: number; first_at: Date },
  now: Date,
): number {
  const passedMs = now.getTime() - counted.first_at.getTime();
  const untilNextMs = limit.paceMs
    ? (counted.failures - limit.burst + 1) * limit.paceMs - passedMs
    : windowMs;
  return Math.max(1, Math.ceil(Math.min(untilNextMs, windowMs - passedMs) / 1000));
}
