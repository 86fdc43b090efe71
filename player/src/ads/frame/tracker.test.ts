import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAd } from './ad.ts';
import { createTracker, describeAd } from './tracker.ts';

const EVENTS =
  'creativeView start firstQuartile midpoint thirdQuartile mute progress-5 progress-90%';

function watch() {
  const trackingEvents = Object.fromEntries(
    EVENTS.split(' ').map((event) => [event, [`https://a.test/${event}`]]),
  );
  const ad = toAd({
    impressionURLTemplates: [{ url: 'https://a.test/impression' }],
    errorURLTemplates: ['https://a.test/error'],
    creatives: [{ type: 'linear', duration: 20, trackingEvents }],
  });
  assert.ok(ad);
  const told: string[] = [];
  const tracker = createTracker(
    ad,
    (templates, { ERRORCODE }) =>
      told.push(
        ...templates.map((url) => url.slice(15) + (ERRORCODE === undefined ? '' : ` ${ERRORCODE}`)),
      ),
    () => ({}),
  );
  return { tracker, told };
}

test('an impression and each quarter are told once', () => {
  const { tracker, told } = watch();
  tracker.impression();
  tracker.impression();
  tracker.progress(0, 20);
  assert.deepEqual(told.splice(0), ['impression', 'creativeView']);
  tracker.progress(0.2, 20);
  tracker.progress(5, 20);
  tracker.progress(5.2, 20);
  assert.deepEqual(told.splice(0), ['start', 'firstQuartile', 'progress-5']);
  tracker.progress(19, 20);
  assert.deepEqual(told.splice(0), ['midpoint', 'thirdQuartile', 'progress-90%']);
});

test('a button is told each time, and a fault by its code', () => {
  const { tracker, told } = watch();
  tracker.track('mute');
  tracker.track('mute');
  tracker.track('unknown');
  tracker.fail(405);
  assert.deepEqual(told, ['mute', 'mute', 'error 405']);
});

test('an ad of unknown length has no quarters', () => {
  const { tracker, told } = watch();
  tracker.progress(3, Number.NaN);
  assert.deepEqual(told, ['start']);
});

test('what is told of an ad names its moment and its place', () => {
  const ad = toAd({ adServingId: 's1', creatives: [{ type: 'linear', duration: 20 }] });
  assert.ok(ad);
  const told = describeAd(ad, {
    timeSec: 1.5,
    contentSec: 60,
    mediaUrl: 'https://a.test/a',
    index: 2,
  });
  assert.deepEqual(
    [told['ADPLAYHEAD'], told['CONTENTPLAYHEAD'], told['PODSEQUENCE'], told['ADSERVINGID']],
    ['00:00:01.500', '00:01:00.000', 2, 's1'],
  );
});
