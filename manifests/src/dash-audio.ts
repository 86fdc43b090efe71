import { findKeyId } from './content-keys.ts';
import type { AudioRendition, StreamDescription } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { createContentProtection } from './dash-protection.ts';
import { createSegmentTemplate } from './dash-template.ts';
import { findDefaultAudio } from './hls-audio.ts';
import { findLanguageTag } from './language-tag.ts';
import { getCodecFamily } from './listed.ts';
import { getAudioName, UNKNOWN_LANGUAGE } from './audio-name.ts';
import { createElement, type Element } from './xml.ts';

/** Ids of sets are numbers; apart from those of video, so that each kind can grow. */
const FIRST_ID = 100;

/** Creates one set per name, language, codec and channels; renditions of different rates share it. */
export function createAudioSets(
  stream: StreamDescription,
  audio: AudioRendition[],
  addresses: Addresses,
): Element[] {
  const main = findDefaultAudio(audio);
  return [...Map.groupBy(audio, getSetKey).values()].flatMap((members, index) => {
    const [first] = members;
    if (!first || !main) return [];
    const isMain = getAudioKey(first) === getAudioKey(main);
    const set = { id: FIRST_ID + index, isMain, addresses };
    return [createAudioSet(stream, members, first, set)];
  });
}

function createAudioSet(
  stream: StreamDescription,
  members: AudioRendition[],
  first: AudioRendition,
  { id, isMain, addresses }: { id: number; isMain: boolean; addresses: Addresses },
): Element {
  return createElement(
    'AdaptationSet',
    {
      id,
      contentType: 'audio',
      mimeType: 'audio/mp4',
      lang: findLanguageTag(first.languageCode) ?? UNKNOWN_LANGUAGE,
      segmentAlignment: true,
      startWithSAP: 1,
    },
    [
      createChannelConfiguration(first.channels),
      ...createContentProtection(stream, findKeyId(stream, first), addresses),
      createElement('Label', {}, getAudioName(first)),
      ...(first.isAudioDescription ? [DESCRIBES_VIDEO] : []),
      ...listRoles(first, isMain).map((value) =>
        createElement('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value }),
      ),
      createSegmentTemplate(addresses, first.segments),
      ...members.map(({ id, codec, sampleRate, bandwidth }) =>
        createElement('Representation', {
          id,
          codecs: codec,
          bandwidth: bandwidth.peakBps,
          audioSamplingRate: sampleRate,
        }),
      ),
    ],
  );
}

// TV-Anytime AudioPurposeCS, which ISO/IEC 23009-1 and DASH-IF IOP name: 1 is for the visually impaired.
const DESCRIBES_VIDEO = createElement('Accessibility', {
  schemeIdUri: 'urn:tva:metadata:cs:AudioPurposeCS:2007',
  value: '1',
});

/** ISO/IEC 23009-1 §5.8.5.5 */
function listRoles({ isAudioDescription }: AudioRendition, isMain: boolean): string[] {
  if (isAudioDescription) return ['alternate', 'description'];
  return [isMain ? 'main' : 'alternate'];
}

/**
 * Up to six channels the number is the configuration (ISO/IEC 23003-3 table 68), which every player
 * reads; 6.1 and 7.1 are 11 and 12 of ISO/IEC 23091-3.
 */
function createChannelConfiguration(channels: number): Element {
  if (channels <= 6) {
    const schemeIdUri = 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011';
    return createElement('AudioChannelConfiguration', { schemeIdUri, value: channels });
  }
  const schemeIdUri = 'urn:mpeg:mpegB:cicp:ChannelConfiguration';
  return createElement('AudioChannelConfiguration', {
    schemeIdUri,
    value: channels === 7 ? 11 : 12,
  });
}

function getAudioKey({ languageCode, name, isAudioDescription }: AudioRendition): string {
  return JSON.stringify([languageCode, name, isAudioDescription]);
}

function getSetKey(rendition: AudioRendition): string {
  const { channels, sampleRate, segments } = rendition;
  const format = [getCodecFamily(rendition), channels, sampleRate, segments];
  return getAudioKey(rendition) + JSON.stringify(format);
}
