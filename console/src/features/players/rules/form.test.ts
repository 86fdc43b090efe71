import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFile, checkPlayer, EMPTY_PLAYER, toFieldPath, toForm, toOptions } from './form.ts';

const named = { ...EMPTY_PLAYER, name: 'Web' };
const screen = { imageUrl: 'https://a.test/a.png', message: 'Closed' };
const withScreen = (one: { imageUrl: string; message: string }) => ({
  ...named,
  errorScreensEnabled: true,
  screens: { ...named.screens, '403': one },
});

test('a player comes back from its form as it was', () => {
  const options = toOptions({
    ...withScreen(screen),
    color: ' #FFAA00 ',
    logoUrl: 'https://a.test/l',
  });
  assert.equal(options.color, '#ffaa00');
  assert.deepEqual(options.errorScreens['403'], screen);
  assert.equal(options.errorScreens['404'], null);
  const again = toOptions(toForm({ name: 'Web', options }));
  assert.deepEqual(again, options);
  assert.deepEqual(toForm({ name: 'Web', options: toOptions(named) }), named);
});

test('a name is needed, and a colour is one', () => {
  assert.deepEqual(checkPlayer(named), {});
  assert.equal(checkPlayer(EMPTY_PLAYER)['name']?.code, 'required');
  assert.equal(checkPlayer({ ...named, color: 'red' })['color']?.code, 'color');
  assert.deepEqual(checkPlayer({ ...named, color: '#a0b1c2' }), {});
});

test('a screen has both a picture and words, or neither', () => {
  assert.deepEqual(checkPlayer(withScreen(screen)), {});
  const noText = checkPlayer(withScreen({ ...screen, message: ' ' }));
  assert.deepEqual(Object.keys(noText), ['screens.403.message']);
  const noPicture = checkPlayer(withScreen({ ...screen, imageUrl: '' }));
  assert.deepEqual(Object.keys(noPicture), ['screens.403.imageUrl']);
  const tooLong = checkPlayer(withScreen({ ...screen, message: 'x'.repeat(201) }));
  assert.equal(tooLong['screens.403.message']?.code, 'too_long');
  const half = withScreen({ ...screen, message: '' });
  assert.equal(toOptions(half).errorScreens['403'], null);
  assert.deepEqual(checkPlayer({ ...half, errorScreensEnabled: false }), {}, 'it is not shown');
});

test('ads need an address, which may be typed by halves while they are off', () => {
  const withAds = { ...named, adsEnabled: true, adTagUrl: ' https://ads.example.com/vast ' };
  assert.deepEqual(checkPlayer(withAds), {});
  assert.equal(toOptions(withAds).adTagUrl, 'https://ads.example.com/vast');
  for (const [adTagUrl, code] of [
    [' ', 'required'],
    ['https://localhost/', 'invalid_ad_tag'],
    ['http://ads.example.com/', 'invalid_ad_tag'],
  ] as const) {
    assert.deepEqual(checkPlayer({ ...withAds, adTagUrl }), { adTagUrl: { code } });
    const off = { ...withAds, adTagUrl, adsEnabled: false };
    assert.deepEqual([checkPlayer(off), toOptions(off).adTagUrl], [{}, null]);
  }
});

test('the server’s paths lead to the fields', () => {
  assert.equal(toFieldPath('name'), 'name');
  assert.equal(toFieldPath('options.logoUrl'), 'logoUrl');
  assert.equal(toFieldPath('options.errorScreens.451.imageUrl'), 'screens.451.imageUrl');
});

test('a file is a picture of at most 10 MB', () => {
  assert.equal(checkFile({ type: 'image/gif', size: 10 }), undefined);
  assert.equal(checkFile({ type: 'image/svg+xml', size: 10 }), 'imageType');
  assert.equal(checkFile({ type: 'image/png', size: 10 * 1024 * 1024 + 1 }), 'imageBytes');
});
