import type { AudioRendition, StreamDescription } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { contentProtection } from './dash-protection.ts';
import { segmentTemplate } from './dash-template.ts';
import { defaultAudio } from './hls-audio.ts';
import { languageTag } from './language-tag.ts';
import { codecFamily } from './listed.ts';
import { soundName, UNKNOWN_LANGUAGE } from './sound-name.ts';
import { element, type Element } from './xml.ts';

/** Ids of sets are numbers; apart from those of video, so that each kind can grow. */
const FIRST_ID = 100;

/** One set per sound, codec and channels; renditions that differ in their rate share it. */
export function audioSets(
  stream: StreamDescription,
  audio: AudioRendition[],
  addresses: Addresses,
): Element[] {
  const main = defaultAudio(audio);
  return [...Map.groupBy(audio, setOf).values()].flatMap((members, index) => {
    const [first] = members;
    if (!first || !main) return [];
    const isMain = soundOf(first) === soundOf(main);
    const set = { id: FIRST_ID + index, isMain, addresses };
    return [audioSet(stream, members, first, set)];
  });
}

function audioSet(
  stream: StreamDescription,
  members: AudioRendition[],
  first: AudioRendition,
  { id, isMain, addresses }: { id: number; isMain: boolean; addresses: Addresses },
): Element {
  return element(
    'AdaptationSet',
    {
      id,
      contentType: 'audio',
      mimeType: 'audio/mp4',
      lang: languageTag(first.languageCode) ?? UNKNOWN_LANGUAGE,
      segmentAlignment: true,
      startWithSAP: 1,
    },
    [
      channelConfiguration(first.channels),
      ...contentProtection(stream.encryption, 'audio'),
      element('Label', {}, soundName(first)),
      ...(first.isAudioDescription ? [DESCRIBES_VIDEO] : []),
      ...rolesOf(first, isMain).map((value) =>
        element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value }),
      ),
      segmentTemplate(addresses, first.segments),
      ...members.map(({ id, codec, sampleRate, bandwidth }) =>
        element('Representation', {
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
const DESCRIBES_VIDEO = element('Accessibility', {
  schemeIdUri: 'urn:tva:metadata:cs:AudioPurposeCS:2007',
  value: '1',
});

/** ISO/IEC 23009-1 §5.8.5.5 */
function rolesOf({ isAudioDescription }: AudioRendition, isMain: boolean): string[] {
  if (isAudioDescription) return ['alternate', 'description'];
  return [isMain ? 'main' : 'alternate'];
}

/**
 * Up to six channels the number is the configuration (ISO/IEC 23003-3 table 68), which every player
 * reads; 6.1 and 7.1 are 11 and 12 of ISO/IEC 23091-3.
 */
function channelConfiguration(channels: number): Element {
  if (channels <= 6) {
    const schemeIdUri = 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011';
    return element('AudioChannelConfiguration', { schemeIdUri, value: channels });
  }
  const schemeIdUri = 'urn:mpeg:mpegB:cicp:ChannelConfiguration';
  return element('AudioChannelConfiguration', { schemeIdUri, value: channels === 7 ? 11 : 12 });
}

function soundOf({ languageCode, name, isAudioDescription }: AudioRendition): string {
  return JSON.stringify([languageCode, name, isAudioDescription]);
}

function setOf(rendition: AudioRendition): string {
  const { channels, sampleRate, segments } = rendition;
  const format = [codecFamily(rendition), channels, sampleRate, segments];
  return soundOf(rendition) + JSON.stringify(format);
}
