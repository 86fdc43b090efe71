import type { Ad } from './ad.ts';
import { type MacroValues, toTimecode } from './macros.ts';
import type { SendPings } from './pings.ts';

export type Tracker = {
  /** Tells an event each time, or the first time alone. */
  track(event: string): void;
  trackOnce(event: string): void;
  impression(): void;
  click(): void;
  /** Reports the moments that are reached: the start, quarters and those that the ad names. */
  progress(timeSec: number, durationSec: number): void;
  fail(code: number): void;
};

const QUARTERS = [
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
] as const;

/** Tells the ad server how an ad is watched (VAST 4.2 §3.14). */
export function createTracker(ad: Ad, send: SendPings, getValues: () => MacroValues): Tracker {
  const done = new Set<string>();
  const tell = (templates: readonly string[], more: MacroValues = {}) =>
    send(templates, { ...getValues(), ...more });
  const track = (event: string) => tell(ad.events.get(event) ?? []);
  const trackOnce = (event: string) => {
    if (done.has(event)) return;
    done.add(event);
    track(event);
  };
  const moments = [...ad.events.keys()].filter((event) => event.startsWith('progress-'));
  return {
    track,
    trackOnce,
    impression() {
      if (done.has('impression')) return;
      done.add('impression');
      tell(ad.impressions);
      track('creativeView');
    },
    click: () => tell(ad.clickTracking),
    progress(timeSec, durationSec) {
      if (timeSec > 0) trackOnce('start');
      for (const [event, share] of QUARTERS) {
        if (durationSec > 0 && timeSec >= share * durationSec) trackOnce(event);
      }
      for (const event of moments) {
        if (timeSec >= toMoment(event, durationSec)) trackOnce(event);
      }
    },
    fail: (code) => tell(ad.errors, { ERRORCODE: code }),
  };
}

function toMoment(event: string, durationSec: number): number {
  const text = event.slice('progress-'.length);
  const value = Number.parseFloat(text);
  const sec = text.endsWith('%') ? (value / 100) * durationSec : value;
  return Number.isFinite(sec) && sec >= 0 ? sec : Number.POSITIVE_INFINITY;
}

/** Returns the facts about an ad that go with each event. */
export function describeAd(
  ad: Ad,
  {
    timeSec,
    contentSec,
    mediaUrl,
    index,
  }: { timeSec: number; contentSec: number; mediaUrl: string; index: number },
): MacroValues {
  return {
    ADPLAYHEAD: toTimecode(timeSec),
    MEDIAPLAYHEAD: toTimecode(contentSec),
    CONTENTPLAYHEAD: toTimecode(contentSec),
    PODSEQUENCE: index,
    ASSETURI: mediaUrl,
    ...(ad.servingId === '' ? {} : { ADSERVINGID: ad.servingId }),
    ...(ad.universalId === '' ? {} : { UNIVERSALADID: ad.universalId }),
  };
}
