import type { AudioRendition, VideoRendition } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { formatAttributes, quote } from './hls-attributes.ts';
import { findLanguageTag } from './language-tag.ts';
import { getCodecFamily, playsWith } from './listed.ts';
import { getAudioName, UNKNOWN_LANGUAGE } from './audio-name.ts';

/** Renditions of one EXT-X-MEDIA group. */
export type AudioGroup = {
  id: string;
  members: AudioRendition[];
};

/** This codec sorts first, since every player decodes it. */
const EVERYWHERE = 'mp4a';

/**
 * Creates one group per codec. RFC 8216 §4.3.4.1.1: groups of a type have the same members, so a codec
 * that lacks some of the audio has no group; where no codec has all of it, there is one group.
 */
export function createAudioGroups(audio: AudioRendition[], stem = 'audio'): AudioGroup[] {
  const families = [...Map.groupBy(audio, getCodecFamily)].toSorted(
    ([a], [b]) => Number(b === EVERYWHERE) - Number(a === EVERYWHERE),
  );
  const wanted = new Set(families.flatMap(([, members]) => listAudioKeys(members)));
  const complete = families.filter(([, members]) => listAudioKeys(members).length === wanted.size);
  if (complete.length === 0) return audio.length > 0 ? [{ id: stem, members: audio }] : [];
  if (complete.length === 1) return complete.map(([, members]) => ({ id: stem, members }));
  return complete.map(([family, members]) => ({ id: `${stem}-${family}`, members }));
}

/**
 * Creates the groups that each video rendition plays with; a silent one has none. Video with the same
 * audio has the same groups.
 */
export function createGroupsByVideo(
  video: VideoRendition[],
  audio: AudioRendition[],
): AudioGroup[][] {
  const playedWith = video.map((one) => audio.filter((rendition) => playsWith(one, rendition)));
  const keyOf = (members: AudioRendition[]) => members.map(({ id }) => id).join();
  const distinct = new Map(
    playedWith.flatMap((members) => (members.length > 0 ? [[keyOf(members), members]] : [])),
  );
  const groups = new Map(
    [...distinct].map(([key, members], index) => {
      const stem = distinct.size > 1 ? `audio-${index + 1}` : 'audio';
      return [key, createAudioGroups(members, stem)];
    }),
  );
  return playedWith.map((members) => groups.get(keyOf(members)) ?? []);
}

/** Keys are distinct within a codec: a second rendition of the same audio counts as another one. */
function listAudioKeys(members: AudioRendition[]): string[] {
  const seen = new Map<string, number>();
  return members.map(({ languageCode, name, isAudioDescription }) => {
    const key = JSON.stringify([languageCode, name, isAudioDescription]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${count} ${key}`;
  });
}

/** Finds the default, which is the first that is no audio description. */
export function findDefaultAudio(members: AudioRendition[]): AudioRendition | undefined {
  return members.find((rendition) => !rendition.isAudioDescription) ?? members[0];
}

/** Writes the EXT-X-MEDIA lines of a group. */
export function writeAudioMedia({ id, members }: AudioGroup, addresses: Addresses): string[] {
  const names = new Set<string>();
  const chosenBy = new Set<string>();
  const byDefault = findDefaultAudio(members);
  // The default is chosen by itself whatever stands before it.
  if (byDefault) chosenBy.add(getChoiceKey(byDefault));
  return members.map((rendition) => {
    const language = findLanguageTag(rendition.languageCode) ?? UNKNOWN_LANGUAGE;
    const isDefault = rendition === byDefault;
    // RFC 8216 §4.3.4.1: members that may be chosen automatically differ in language or character.
    const autoselect = isDefault || !chosenBy.has(getChoiceKey(rendition));
    chosenBy.add(getChoiceKey(rendition));
    return `#EXT-X-MEDIA:${formatAttributes({
      TYPE: 'AUDIO',
      'GROUP-ID': quote(id),
      NAME: quote(createUniqueName(getAudioName(rendition), names)),
      LANGUAGE: quote(language),
      DEFAULT: isDefault ? 'YES' : 'NO',
      AUTOSELECT: autoselect ? 'YES' : 'NO',
      CHARACTERISTICS: rendition.isAudioDescription
        ? quote('public.accessibility.describes-video')
        : undefined,
      CHANNELS: quote(String(rendition.channels)),
      URI: quote(addresses.fromVideo({ kind: 'mediaPlaylist', renditionId: rendition.id })),
    })}`;
  });
}

function getChoiceKey({ languageCode, isAudioDescription }: AudioRendition): string {
  return `${findLanguageTag(languageCode) ?? ''} ${isAudioDescription}`;
}

/** RFC 8216 §4.3.4.1.1: all members of a group have different names. */
function createUniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(quote(name)); count += 1) name = `${wanted} (${count})`;
  taken.add(quote(name));
  return name;
}
