import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findErrorScreen, parseAutoplay, parseOptions, parsePreload } from './player-options.ts';

const screen = { imageUrl: '/a.webp', message: 'Closed' };

test('options are read as the API writes them', () => {
  const options = {
    autoplayMode: 'any',
    muted: true,
    preload: 'metadata',
    autoRotate: false,
    seekButtons: true,
    speedControl: false,
    color: '#a0B1c2',
    logoUrl: '/l.webp',
    errorScreensEnabled: true,
    errorScreens: { '403': screen, '404': null, '410': null, '451': screen },
  } as const;
  assert.deepEqual(parseOptions(JSON.stringify(options)), options);
  assert.deepEqual(parseOptions(JSON.stringify({ color: null, logoUrl: null })), {});
});

test('what is not understood counts as not given', () => {
  for (const text of [null, '', '[', '1', 'null']) assert.deepEqual(parseOptions(text), {});
  const wrong = {
    autoplayMode: 'loud',
    muted: 'yes',
    preload: 1,
    color: 'red;}',
    logoUrl: {},
    errorScreens: { '403': { imageUrl: 1, message: 'A' } },
    other: true,
  };
  assert.deepEqual(parseOptions(JSON.stringify(wrong)), {
    errorScreens: { '403': null, '404': null, '410': null, '451': null },
  });
});

test('a screen of the team’s own is shown where it is turned on, for its status alone', () => {
  const errorScreens = { '403': screen, '404': null, '410': null, '451': null };
  assert.equal(findErrorScreen({ errorScreens, errorScreensEnabled: true }, 403), screen);
  assert.equal(findErrorScreen({ errorScreens, errorScreensEnabled: true }, 404), null);
  assert.equal(findErrorScreen({ errorScreens, errorScreensEnabled: true }, null), null);
  assert.equal(findErrorScreen({ errorScreens, errorScreensEnabled: true }, 500), null);
  assert.equal(findErrorScreen({ errorScreens }, 403), null);
});

test('attributes state how a page begins', () => {
  assert.deepEqual(['', 'autoplay', 'muted', 'any', 'off', null].map(parseAutoplay), [
    'on',
    'on',
    'muted',
    'any',
    'off',
    null,
  ]);
  assert.deepEqual(['none', 'metadata', 'auto', '', null].map(parsePreload), [
    'none',
    'metadata',
    'auto',
    null,
    null,
  ]);
});
