import type { AudioRendition } from '@kinora/contract/stream';
import { findLanguageTag } from './language-tag.ts';

/** RFC 5646 §2.2.1: the language is not known. Without it players make up names of their own. */
export const UNKNOWN_LANGUAGE = 'und';

/**
 * Returns the name by which people choose the audio: its own, else the name that its language gives
 * itself. Manifests are the same for all viewers, so nothing here is in the viewer's language.
 */
export function getAudioName({
  name,
  languageCode,
}: Pick<AudioRendition, 'name' | 'languageCode'>): string {
  const tag = findLanguageTag(languageCode);
  return name.trim() || (tag && findLanguageName(tag)) || 'Audio';
}

function findLanguageName(tag: string): string | undefined {
  const names = new Intl.DisplayNames([tag, 'en'], { type: 'language', fallback: 'none' });
  return names.of(tag);
}
