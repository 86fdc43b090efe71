import type { AudioRendition } from '@kinora/contract/stream';
import { languageTag } from './language-tag.ts';

/** RFC 5646 §2.2.1: a language that is not known. Without it players make up names of their own. */
export const UNKNOWN_LANGUAGE = 'und';

/**
 * What people choose a sound by: its name, else the name that its language gives itself, else that it
 * is sound. Manifests are the same for all viewers, so nothing here is in the viewer's language.
 */
export function soundName({
  name,
  languageCode,
}: Pick<AudioRendition, 'name' | 'languageCode'>): string {
  const tag = languageTag(languageCode);
  return name.trim() || (tag && languageName(tag)) || 'Audio';
}

function languageName(tag: string): string | undefined {
  const names = new Intl.DisplayNames([tag, 'en'], { type: 'language', fallback: 'none' });
  return names.of(tag);
}
