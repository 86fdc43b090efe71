import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';

/** `1080p และเสียง`: a track of sound may have no name of its own. */
export function useOutputNames(): (names: readonly string[]) => string {
  const t = useTranslations('videos.encoding');
  const format = useFormat();
  return (names) => format.list(names.map((name) => name || t('audio')));
}
