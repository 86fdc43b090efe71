import assert from 'node:assert/strict';
import { test } from 'node:test';
import { probeSystems, type RequestAccess } from './key-systems.ts';

/** A browser that has these, by name and robustness. */
const browser =
  (...had: string[]): RequestAccess =>
  async (name, [configuration]) => {
    const robustness = configuration?.videoCapabilities?.[0]?.robustness ?? '';
    if (!had.includes(`${name} ${robustness}`.trim())) throw new Error('NotSupportedError');
  };

test('a browser is asked for each DRM, and for the best level of Widevine', async () => {
  const chrome = browser(
    'org.w3.clearkey',
    'com.widevine.alpha',
    'com.widevine.alpha SW_SECURE_DECODE',
    'com.widevine.alpha SW_SECURE_CRYPTO',
  );
  assert.deepEqual(await probeSystems(chrome), [
    { system: 'fairplay', isThere: false },
    { system: 'widevine', isThere: true, level: 'softwareDecode' },
    { system: 'playready', isThere: false },
    { system: 'clearkey', isThere: true },
  ]);
  const older = await probeSystems(browser('com.apple.fps.1_0', 'com.microsoft.playready'));
  const there = older?.filter(({ isThere }) => isThere).map(({ system }) => system);
  assert.deepEqual(there, ['fairplay', 'playready']);
});

test('a page that is not secure has no DRM to ask for', async () => {
  assert.equal(await probeSystems(undefined), null);
});
