import type { AudioRendition, VideoRendition } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { attributeList, quoted } from './hls-attributes.ts';
import { languageTag } from './language-tag.ts';
import { codecFamily, playsWith } from './listed.ts';
import { soundName, UNKNOWN_LANGUAGE } from './sound-name.ts';

/** Renditions of one EXT-X-MEDIA group. */
export interface AudioGroup {
  id: string;
  members: AudioRendition[];
}

/** Sorts first, since every player has it. */
const EVERYWHERE = 'mp4a';

/**
 * One group per codec. RFC 8216 §4.3.4.1.1: groups of a type have the same members, so a codec in
 * which a variant of the sound is missing has no group; where no codec has them all, they are one.
 */
export function audioGroups(audio: AudioRendition[], stem = 'audio'): AudioGroup[] {
  const families = [...Map.groupBy(audio, codecFamily)].toSorted(
    ([a], [b]) => Number(b === EVERYWHERE) - Number(a === EVERYWHERE),
  );
  const wanted = new Set(families.flatMap(([, members]) => soundsOf(members)));
  const complete = families.filter(([, members]) => soundsOf(members).length === wanted.size);
  if (complete.length === 0) return audio.length > 0 ? [{ id: stem, members: audio }] : [];
  if (complete.length === 1) return complete.map(([, members]) => ({ id: stem, members }));
  return complete.map(([family, members]) => ({ id: `${stem}-${family}`, members }));
}

/**
 * The groups that each of the pictures plays with, none of silent ones: pictures with the same sound
 * have the same groups.
 */
export function groupsOfPictures(video: VideoRendition[], audio: AudioRendition[]): AudioGroup[][] {
  const playedWith = video.map((picture) => audio.filter((sound) => playsWith(picture, sound)));
  const keyOf = (members: AudioRendition[]) => members.map(({ id }) => id).join();
  const distinct = new Map(
    playedWith.flatMap((members) => (members.length > 0 ? [[keyOf(members), members]] : [])),
  );
  const groups = new Map(
    [...distinct].map(([key, members], index) => {
      const stem = distinct.size > 1 ? `audio-${index + 1}` : 'audio';
      return [key, audioGroups(members, stem)];
    }),
  );
  return playedWith.map((members) => groups.get(keyOf(members)) ?? []);
}

/** Distinct within a codec: the second rendition of a sound counts as another one. */
function soundsOf(members: AudioRendition[]): string[] {
  const seen = new Map<string, number>();
  return members.map(({ languageCode, name, isAudioDescription }) => {
    const sound = JSON.stringify([languageCode, name, isAudioDescription]);
    const count = (seen.get(sound) ?? 0) + 1;
    seen.set(sound, count);
    return `${count} ${sound}`;
  });
}

/** What plays when nobody chose: the first that is no audio description. */
export function defaultAudio(members: AudioRendition[]): AudioRendition | undefined {
  return members.find((rendition) => !rendition.isAudioDescription) ?? members[0];
}

/** The EXT-X-MEDIA lines of a group. */
export function audioMedia({ id, members }: AudioGroup, addresses: Addresses): string[] {
  const names = new Set<string>();
  const chosenBy = new Set<string>();
  const byDefault = defaultAudio(members);
  // The default is chosen by itself whatever stands before it.
  if (byDefault) chosenBy.add(choiceOf(byDefault));
  return members.map((rendition) => {
    const language = languageTag(rendition.languageCode) ?? UNKNOWN_LANGUAGE;
    const isDefault = rendition === byDefault;
    // RFC 8216 §4.3.4.1: members that may be chosen automatically differ in language or character.
    const autoselect = isDefault || !chosenBy.has(choiceOf(rendition));
    chosenBy.add(choiceOf(rendition));
    return `#EXT-X-MEDIA:${attributeList({
      TYPE: 'AUDIO',
      'GROUP-ID': quoted(id),
      NAME: quoted(uniqueName(soundName(rendition), names)),
      LANGUAGE: quoted(language),
      DEFAULT: isDefault ? 'YES' : 'NO',
      AUTOSELECT: autoselect ? 'YES' : 'NO',
      CHARACTERISTICS: rendition.isAudioDescription
        ? quoted('public.accessibility.describes-video')
        : undefined,
      CHANNELS: quoted(String(rendition.channels)),
      URI: quoted(addresses.fromVideo({ kind: 'mediaPlaylist', renditionId: rendition.id })),
    })}`;
  });
}

function choiceOf({ languageCode, isAudioDescription }: AudioRendition): string {
  return `${languageTag(languageCode) ?? ''} ${isAudioDescription}`;
}

/** RFC 8216 §4.3.4.1.1: all members of a group have different names. */
function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(quoted(name)); count += 1) name = `${wanted} (${count})`;
  taken.add(quoted(name));
  return name;
}
