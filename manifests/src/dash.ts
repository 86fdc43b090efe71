import type { SegmentTimeline, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { type Addresses, addressesOf } from './addresses.ts';
import { audioSets } from './dash-audio.ts';
import { contentProtection } from './dash-protection.ts';
import { segmentTemplate } from './dash-template.ts';
import { thumbnailSet } from './dash-thumbnails.ts';
import { codecFamily, listedRenditions, playsWith } from './listed.ts';
import { element, type Element } from './xml.ts';

/** Players hold this much before they begin; a whole segment is the least that they load anyway. */
const MIN_BUFFER = 'PT2S';

/**
 * The MPD (ISO/IEC 23009-1) of the same segments as the HLS playlists, with addresses relative to
 * `/streams/{videoKey}/`. `bandwidth` is the peak over whole segments, as BANDWIDTH is in HLS.
 * Null while there is nothing to play, and with AES-128, which DASH players don't know.
 */
export function dashManifest(
  stream: StreamDescription,
  addresses = addressesOf(stream),
): string | null {
  const listed = listedRenditions(stream);
  if (!listed || stream.encryption?.method === 'aes-128') return null;
  const { video } = listed;
  // Sets can't be tied to each other by Representation: a player is free to choose among all sounds
  // that any of the pictures has, and finds none where all pictures are silent.
  const audio = listed.audio.filter(
    (sound) => video.length === 0 || video.some((picture) => playsWith(picture, sound)),
  );
  const sets = [
    ...(stream.videoSegments ? videoSets(stream, stream.videoSegments, video, addresses) : []),
    ...audioSets(stream, audio, addresses),
    ...(stream.storyboard ? [thumbnailSet(stream.storyboard, addresses)] : []),
  ];
  const timelines = [
    ...(stream.videoSegments ? [stream.videoSegments] : []),
    ...audio.map(({ segments }) => segments),
  ];
  const mpd = element(
    'MPD',
    {
      xmlns: 'urn:mpeg:dash:schema:mpd:2011',
      'xmlns:cenc': 'urn:mpeg:cenc:2013',
      'xmlns:mspr': 'urn:microsoft:playready',
      profiles: 'urn:mpeg:dash:profile:isoff-live:2011,urn:mpeg:dash:profile:cmaf:2019',
      type: 'static',
      mediaPresentationDuration: isoDuration(stream.durationMs),
      maxSegmentDuration: isoDuration(Math.max(...timelines.map(longestMs))),
      minBufferTime: MIN_BUFFER,
    },
    [element('Period', { id: 'p0', start: 'PT0S' }, sets)],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${mpd.join('\n')}\n`;
}

/**
 * One set per codec: players switch within a set, and choose between sets by what they decode.
 * `stream.firstRenditionId` comes first in its set: our player begins with it while it is open.
 */
function videoSets(
  stream: StreamDescription,
  timeline: SegmentTimeline,
  video: VideoRendition[],
  addresses: Addresses,
): Element[] {
  const isFirst = ({ id }: VideoRendition) => id === stream.firstRenditionId;
  const ordered = [...video.filter(isFirst), ...video.filter((rendition) => !isFirst(rendition))];
  return [...Map.groupBy(ordered, codecFamily).values()].map((renditions, index) => {
    const fastest = renditions.toSorted((a, b) => fps(b) - fps(a))[0];
    return element(
      'AdaptationSet',
      {
        id: 1 + index,
        contentType: 'video',
        mimeType: 'video/mp4',
        // Same borders in all of them, each segment beginning with an IDR picture.
        segmentAlignment: true,
        startWithSAP: 1,
        par: aspectRatio(renditions),
        maxWidth: Math.max(...renditions.map(({ width }) => width)),
        maxHeight: Math.max(...renditions.map(({ height }) => height)),
        maxFrameRate: fastest ? frameRate(fastest) : undefined,
      },
      [
        ...contentProtection(stream.encryption, 'video'),
        element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value: 'main' }),
        segmentTemplate(addresses, timeline),
        ...renditions.map((rendition) =>
          element('Representation', {
            id: rendition.id,
            codecs: rendition.codec,
            bandwidth: rendition.bandwidth.peakBps,
            width: rendition.width,
            height: rendition.height,
            frameRate: frameRate(rendition),
            sar: '1:1',
          }),
        ),
      ],
    );
  });
}

/**
 * DASH-IF IOP 4.3 §3.2.4: the shape as shown, by the largest, which sizes round the least. Pixels are
 * square.
 */
function aspectRatio(renditions: VideoRendition[]): string | undefined {
  const [largest] = renditions.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return undefined;
  const { width, height } = largest;
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** ISO/IEC 23009-1 §5.3.7.2: a whole number or a fraction. */
function frameRate({ frameRate: { numerator, denominator } }: VideoRendition): string {
  return denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
}

function fps({ frameRate: { numerator, denominator } }: VideoRendition): number {
  return numerator / denominator;
}

function longestMs({ timescale, runs }: SegmentTimeline): number {
  return runs.reduce((longest, { ticks }) => Math.max(longest, (ticks / timescale) * 1000), 0);
}

/** ISO 8601, in seconds. Rounded up: nothing is longer than what is stated. */
function isoDuration(ms: number): string {
  return `PT${Number((Math.ceil(ms) / 1000).toFixed(3))}S`;
}
