import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listChangeLimits,
  KNOWN_BROWSER_LIFETIME_MS,
  listLimits,
  MAX_KNOWN_BROWSERS,
  RESET_LIFETIME_MS,
  type TryLimit,
  getWaitSeconds,
  WINDOW_MS,
} from './limits.ts';

const client = { network: '2001:db8:1:2::/64' } as Parameters<typeof listLimits>[2];
const browser = Buffer.from('b0', 'hex');

test('tries to sign in are counted by person and network, by network and by account', () => {
  assert.deepEqual(listLimits('sign-in', 'a@b.c', client, null), [
    { subject: 'account:a@b.c', burst: 50, paceMs: 10_000 },
    { subject: 'pair:a@b.c 2001:db8:1:2::/64', burst: 5, isOwn: true },
    { subject: 'network:2001:db8:1::/48', burst: 30 },
  ]);
});

test('mails for a new password are counted apart, and are fewer', () => {
  assert.deepEqual(listLimits('reset', 'a@b.c', client, null), [
    { subject: 'reset-account:a@b.c', burst: 10, paceMs: 120_000 },
    { subject: 'reset-pair:a@b.c 2001:db8:1:2::/64', burst: 5, isOwn: true },
    { subject: 'reset-network:2001:db8:1::/48', burst: 30 },
  ]);
});

test('a known browser and a session have tries of their own alone', () => {
  const own = { burst: 5, isOwn: true };
  const signIn = listLimits('sign-in', 'a@b.c', client, browser);
  assert.deepEqual(signIn, [{ subject: 'browser:b0', ...own }]);
  const reset = listLimits('reset', 'a@b.c', client, browser);
  assert.deepEqual(reset, [{ subject: 'reset-browser:b0', ...own }]);
  assert.deepEqual(listChangeLimits(browser), [{ subject: 'change:b0', ...own }]);
});

test('one waits until the window is over, or until the next try at the pace', () => {
  const firstAt = new Date('2026-11-22T00:00:00Z');
  const wait = (limit: Omit<TryLimit, 'subject'>, failures: number, afterMs: number) =>
    getWaitSeconds(
      { subject: 's', ...limit },
      { failures, first_at: firstAt },
      new Date(firstAt.getTime() + afterMs),
    );
  assert.equal(WINDOW_MS, 900_000);
  assert.equal(wait({ burst: 5 }, 5, 0), 900);
  assert.equal(wait({ burst: 5 }, 5, 60_500), 840);
  assert.equal(wait({ burst: 5 }, 5, 900_000), 1);
  const paced = { burst: 50, paceMs: 10_000 };
  assert.equal(wait(paced, 50, 0), 10);
  assert.equal(wait(paced, 52, 1000), 29);
  assert.equal(wait(paced, 500, 0), 900, 'no longer than the window');
  assert.equal(wait(paced, 50, 30_000), 1);
});

test('a link lasts an hour, and fifty browsers are known for half a year', () => {
  assert.equal(RESET_LIFETIME_MS, 3_600_000);
  assert.deepEqual([KNOWN_BROWSER_LIFETIME_MS, MAX_KNOWN_BROWSERS], [15_552_000_000, 50]);
});
