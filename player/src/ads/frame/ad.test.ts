import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMedia, choosePod, type MediaFile, toAd } from './ad.ts';

const file = (height: number, more: Partial<MediaFile> = {}): MediaFile => ({
  url: `https://a.test/${height}`,
  mimeType: 'video/mp4',
  height,
  bitrateKbps: height,
  ...more,
});

test('the smallest file that fills the frame is tried first, then its neighbours', () => {
  const files = [1080, 360, 720, 480].map((height) => file(height));
  const heights = (px: number) => chooseMedia(files, px, () => true).map(({ height }) => height);
  assert.deepEqual(heights(400), [480, 360, 720]);
  assert.equal(heights(2000)[0], 1080);
  const webm = file(400, { mimeType: 'video/webm' });
  assert.equal(chooseMedia([...files, webm], 400, (type) => type === 'video/mp4')[0]?.height, 480);
});

test('a script, a stream and what leads inside are no media', () => {
  const base = {
    fileURL: 'https://a.test/a.mp4',
    mimeType: 'video/mp4',
    deliveryType: 'Progressive',
  };
  const list = (more: object) => {
    const creatives = [{ type: 'linear', duration: 10, mediaFiles: [{ ...base, ...more }] }];
    return toAd({ creatives })?.mediaFiles.length;
  };
  assert.equal(list({}), 1);
  assert.equal(list({ apiFramework: 'VAST' }), 1, 'IAB’s own sample of VAST 3.0 has it');
  for (const more of [
    { apiFramework: 'VPAID' },
    { apiFramework: 'SIMID' },
    { mimeType: 'application/javascript' },
    { mimeType: 'application/x-mpegURL' },
    { deliveryType: 'Streaming' },
    ...['https://localhost/a.mp4', 'https://10.0.0.1/a.mp4', 'javascript:1', 'data:video/mp4,'].map(
      (fileURL) => ({ fileURL }),
    ),
  ]) {
    assert.equal(list(more), 0, JSON.stringify(more));
  }
});

test('what is missing or of another kind in an ad is none', () => {
  assert.equal(toAd(null), null);
  assert.equal(toAd({ creatives: [{ type: 'companion' }] }), null);
  const ad = toAd({
    creatives: [{ type: 'linear', duration: -1, skipDelay: -1, trackingEvents: 'x' }],
  });
  assert.deepEqual([ad?.durationSec, ad?.skipSec, ad?.mediaFiles], [null, null, []]);
  assert.deepEqual([ad?.impressions, ad?.clickThrough], [[], null]);
});

test('addresses of an event are bounded', () => {
  const urls = Array.from({ length: 5000 }, (_, n) => ({ id: null, url: `https://a.test/${n}` }));
  const ad = toAd({ impressionURLTemplates: urls, creatives: [{ type: 'linear', duration: 1 }] });
  assert.equal(ad?.impressions.length, 20);
});

test('a pod plays in its order, and else the first ad alone', () => {
  const make = (servingId: string, sequence?: string) =>
    toAd({ adServingId: servingId, sequence, creatives: [{ type: 'linear', duration: 1 }] }) ?? [];
  const choose = (...ads: ReturnType<typeof make>[]) =>
    choosePod(ads.flat()).map(({ servingId }) => servingId);
  assert.deepEqual(choose(make('c', '3'), make('x'), make('a', '1'), make('b', '2')), [
    'a',
    'b',
    'c',
  ]);
  assert.deepEqual(choose(make('x'), make('y')), ['x']);
  assert.equal(
    choose(...Array.from({ length: 50 }, (_, n) => make('a', String(n + 1)))).length,
    10,
  );
});
