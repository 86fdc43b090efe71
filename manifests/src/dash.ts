import { findKeyId } from './content-keys.ts';
import type { SegmentTimeline, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { type Addresses, createAddresses } from './addresses.ts';
import { createAudioSets } from './dash-audio.ts';
import { createContentProtection } from './dash-protection.ts';
import { createSegmentTemplate } from './dash-template.ts';
import { createThumbnailSet } from './dash-thumbnails.ts';
import { getCodecFamily, listedRenditions, playsWith } from './listed.ts';
import { createElement, type Element } from './xml.ts';

/** Players buffer this much before they begin; they load a whole segment in any case. */
const MIN_BUFFER_DURATION = 'PT2S';

/**
 * Writes the MPD (ISO/IEC 23009-1) of the HLS playlists' segments, with addresses relative to
 * `/streams/{videoKey}/`. `bandwidth` is the peak over whole segments, as BANDWIDTH is in HLS.
 * Null while there is nothing to play, and with AES-128, which DASH players don't know.
 */
export function writeDashManifest(
  stream: StreamDescription,
  addresses = createAddresses(stream),
): string | null {
  const listed = listedRenditions(stream);
  if (!listed || stream.encryption?.method === 'aes-128') return null;
  const { video } = listed;
  // Sets can't be tied to each other by Representation: a player may choose among the audio of all
  // video renditions, and finds none where all of them are silent.
  const audio = listed.audio.filter(
    (rendition) => video.length === 0 || video.some((one) => playsWith(one, rendition)),
  );
  const sets = [
    ...(stream.videoSegments
      ? createVideoSets(stream, stream.videoSegments, video, addresses)
      : []),
    ...createAudioSets(stream, audio, addresses),
    ...(stream.storyboard ? [createThumbnailSet(stream.storyboard, addresses)] : []),
  ];
  const timelines = [
    ...(stream.videoSegments ? [stream.videoSegments] : []),
    ...audio.map(({ segments }) => segments),
  ];
  const mpd = createElement(
    'MPD',
    {
      xmlns: 'urn:mpeg:dash:schema:mpd:2011',
      'xmlns:cenc': 'urn:mpeg:cenc:2013',
      'xmlns:mspr': 'urn:microsoft:playready',
      profiles: 'urn:mpeg:dash:profile:isoff-live:2011,urn:mpeg:dash:profile:cmaf:2019',
      type: 'static',
      mediaPresentationDuration: formatIsoDuration(stream.durationMs),
      maxSegmentDuration: formatIsoDuration(Math.max(...timelines.map(getMaxSegmentMs))),
      minBufferTime: MIN_BUFFER_DURATION,
    },
    [createElement('Period', { id: 'p0', start: 'PT0S' }, sets)],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${mpd.join('\n')}\n`;
}

/**
 * One set per codec and key: players choose between codecs by what they decode, and switch within one.
 * ISO/IEC 23009-1 §5.3.3.5 says that they may switch to the other keys' sets as well.
 * `stream.firstRenditionId` comes first in its set: our player begins with it while it is open.
 */
function createVideoSets(
  stream: StreamDescription,
  timeline: SegmentTimeline,
  video: VideoRendition[],
  addresses: Addresses,
): Element[] {
  const isFirst = ({ id }: VideoRendition) => id === stream.firstRenditionId;
  const ordered = [...video.filter(isFirst), ...video.filter((rendition) => !isFirst(rendition))];
  const getSetKey = (rendition: VideoRendition) =>
    `${getCodecFamily(rendition)} ${findKeyId(stream, rendition)}`;
  const sets = [...Map.groupBy(ordered, getSetKey).values()];
  const codecs = sets.map(([first]) => first && getCodecFamily(first));
  return sets.map((renditions, index) => {
    const others = codecs.flatMap((codec, at) =>
      at !== index && codec === codecs[index] ? [1 + at] : [],
    );
    const [keyed] = renditions;
    const keyId = keyed ? findKeyId(stream, keyed) : null;
    const fastest = renditions.toSorted((a, b) => getFramesPerSec(b) - getFramesPerSec(a))[0];
    return createElement(
      'AdaptationSet',
      {
        id: 1 + index,
        contentType: 'video',
        mimeType: 'video/mp4',
        // Same borders in all of them, each segment beginning with an IDR picture.
        segmentAlignment: true,
        startWithSAP: 1,
        par: getAspectRatio(renditions),
        maxWidth: Math.max(...renditions.map(({ width }) => width)),
        maxHeight: Math.max(...renditions.map(({ height }) => height)),
        maxFrameRate: fastest ? formatFrameRate(fastest) : undefined,
      },
      [
        ...createContentProtection(stream, keyId, addresses),
        ...(others.length > 0 ? [createSwitching(others)] : []),
        createElement('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value: 'main' }),
        createSegmentTemplate(addresses, timeline),
        ...renditions.map((rendition) =>
          createElement('Representation', {
            id: rendition.id,
            codecs: rendition.codec,
            bandwidth: rendition.bandwidth.peakBps,
            width: rendition.width,
            height: rendition.height,
            frameRate: formatFrameRate(rendition),
            sar: '1:1',
          }),
        ),
      ],
    );
  });
}

function createSwitching(ids: readonly number[]): Element {
  return createElement('SupplementalProperty', {
    schemeIdUri: 'urn:mpeg:dash:adaptation-set-switching:2016',
    value: ids.join(','),
  });
}

/**
 * DASH-IF IOP 4.3 §3.2.4: the shape as shown, by the largest, which sizes round the least. Pixels are
 * square.
 */
function getAspectRatio(renditions: VideoRendition[]): string | undefined {
  const [largest] = renditions.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return undefined;
  const { width, height } = largest;
  const divisor = getGreatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function getGreatestDivisor(a: number, b: number): number {
  return b === 0 ? a : getGreatestDivisor(b, a % b);
}

/** ISO/IEC 23009-1 §5.3.7.2: a whole number or a fraction. */
function formatFrameRate({ frameRate: { numerator, denominator } }: VideoRendition): string {
  return denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
}

function getFramesPerSec({ frameRate: { numerator, denominator } }: VideoRendition): number {
  return numerator / denominator;
}

function getMaxSegmentMs({ timescale, runs }: SegmentTimeline): number {
  return runs.reduce((longest, { ticks }) => Math.max(longest, (ticks / timescale) * 1000), 0);
}

/** ISO 8601, in seconds. Rounded up: nothing is longer than what is stated. */
function formatIsoDuration(ms: number): string {
  return `PT${Number((Math.ceil(ms) / 1000).toFixed(3))}S`;
}
