import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeUserAgent,
  MAX_IDLE_DAYS,
  MAX_SESSIONS,
  RECORD_USE_MINUTES,
  SESSION_LIFETIME_MS,
} from './rules.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const agents: [userAgent: string, browser: string | null, system: string | null][] = [
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/1 Safari/537 Edg/1`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/1 Safari/537 OPR/1`, 'Opera', 'Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webKit} SamsungBrowser/2 Chrome/1 Safari/537`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (Macintosh; rv:1) Gecko/1 Firefox/1', 'Firefox', 'macOS'],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${webKit} Chrome/1 Safari/537`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (iPhone; like Mac OS X) ${webKit} Version/1 Safari/1`, 'Safari', 'iPhone'],
  [`Mozilla/5.0 (iPad; like Mac OS X) ${webKit} CriOS/1 Safari/1`, 'Chrome', 'iPad'],
  ['curl/8.5.0', 'curl', null],
  ['', null, null],
];

test('a browser and a system have the names that people know', () => {
  for (const [userAgent, browser, system] of agents) {
    assert.deepEqual(describeUserAgent(userAgent), { browser, system }, userAgent);
  }
});

test('a session lasts a month, and two weeks unused', () => {
  assert.equal(SESSION_LIFETIME_MS, 2_592_000_000);
  assert.deepEqual([MAX_IDLE_DAYS, RECORD_USE_MINUTES, MAX_SESSIONS], [14, 5, 100]);
});
