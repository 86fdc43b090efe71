import { MAX_ADS, MAX_PINGS_OF_EVENT } from '../limits.ts';
import { toOutsideUrl } from './outside-url.ts';

export type MediaFile = {
  url: string;
  mimeType: string;
  /** Pixels; 0: not stated. */
  height: number;
  bitrateKbps: number;
};

/** An ad that plays over the video, with all that its wrappers have added. */
export type Ad = {
  impressions: string[];
  errors: string[];
  /** Seconds; null: not stated. */
  durationSec: number | null;
  /** Null: it can't be skipped. */
  skipSec: number | null;
  mediaFiles: MediaFile[];
  clickThrough: string | null;
  clickTracking: string[];
  /** Named as in VAST, and `progress-{seconds}` or `progress-{n}%`. */
  events: ReadonlyMap<string, string[]>;
  /** Place in a pod; null: it stands alone. */
  sequence: number | null;
  servingId: string;
  universalId: string;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an ad that the library has parsed. Null when none of it plays, such as a script (VPAID, SIMID), which
 * never runs here.
 */
export function toAd(given: unknown): Ad | null {
  const ad = toFields(given);
  const linear = listOf(ad['creatives'])
    .map(toFields)
    .find(({ type }) => type === 'linear');
  if (!linear) return null;
  const durationSec = Number(linear['duration']);
  const skipSec = linear['skipDelay'];
  const [id] = listOf(linear['universalAdIds']).map(toFields);
  return {
    impressions: listUrls(ad['impressionURLTemplates']),
    errors: listUrls(ad['errorURLTemplates']),
    durationSec: durationSec > 0 ? durationSec : null,
    skipSec: typeof skipSec === 'number' && skipSec >= 0 ? skipSec : null,
    mediaFiles: listOf(linear['mediaFiles']).flatMap(toMediaFile),
    clickThrough: listUrls([linear['videoClickThroughURLTemplate']])[0] ?? null,
    clickTracking: listUrls(linear['videoClickTrackingURLTemplates']),
    events: new Map(
      Object.entries(toFields(linear['trackingEvents'])).map(([name, urls]) => [
        name,
        listUrls(urls),
      ]),
    ),
    sequence: toCount(ad['sequence']) || null,
    servingId: toText(ad['adServingId']),
    universalId: id ? `${toText(id['idRegistry'])} ${toText(id['value'])}` : '',
  };
}

/** Takes only progressive files: files that need a framework are programs by others. */
function toMediaFile(given: unknown): MediaFile[] {
  const file = toFields(given);
  const url = toOutsideUrl(toText(file['fileURL']))?.href;
  const isStream = toText(file['deliveryType']).toLowerCase() === 'streaming';
  // Some servers name the format of the answer there, which is no framework.
  const isProgram = !/^(?:vast)?$/i.test(toText(file['apiFramework']));
  const mimeType = toText(file['mimeType']).toLowerCase();
  if (!url || isStream || isProgram || !/^video\/(?:mp4|webm)$/.test(mimeType)) return [];
  return [
    { url, mimeType, height: toCount(file['height']), bitrateKbps: toCount(file['bitrate']) },
  ];
}

/** VAST 4.2 §2.2.1: a pod in its order; without one, the first ad alone. */
export function choosePod(ads: readonly Ad[]): Ad[] {
  const pod = ads.filter(({ sequence }) => sequence !== null);
  if (pod.length === 0) return ads.slice(0, 1);
  return pod
    .toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0))
    .slice(0, MAX_ADS);
}

/** At most this many of an ad's files are tried. */
const MAX_TRIED = 3;

/** Lists the files to try: first the smallest that fills the frame, else the largest. */
export function chooseMedia(
  files: readonly MediaFile[],
  heightPx: number,
  canPlay: (mimeType: string) => boolean,
): MediaFile[] {
  const distance = ({ height }: MediaFile): number =>
    height >= heightPx ? height - heightPx : (heightPx - height) * 4;
  return files
    .filter(({ mimeType }) => canPlay(mimeType))
    .toSorted(
      (one, other) => distance(one) - distance(other) || one.bitrateKbps - other.bitrateKbps,
    )
    .slice(0, MAX_TRIED);
}

function listUrls(given: unknown): string[] {
  const texts = listOf(given).map((each) =>
    toText(typeof each === 'string' ? each : toFields(each)['url']),
  );
  return texts.filter((text) => text !== '').slice(0, MAX_PINGS_OF_EVENT);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const toCount = (value: unknown): number => (Number(value) > 0 ? Number(value) : 0);
