import type { Output, Video } from '@kinora/contract/videos';
import { useLocale, useTranslations } from 'use-intl';

/** `1080p`, `เสียง ไทย`. */
export function useOutputName(): (output: Output) => string {
  const t = useTranslations('videos.encoding');
  const lang = useLocale();
  return (output) => {
    if (output.type === 'video') return output.name;
    const { languageCode } = output;
    if (languageCode === null || languageCode === 'und') return output.name || t('audio');
    return t('audioIn', { language: languageName(languageCode, lang) });
  };
}

function languageName(code: string, lang: string): string {
  try {
    return new Intl.DisplayNames(lang, { type: 'language' }).of(code) ?? code;
  } catch {
    // Not a code of BCP 47; it tells more than nothing.
    return code;
  }
}

export type OutputState = 'done' | 'running' | 'waiting' | 'missing';

/** Outputs are encoded together, so those that are not done are all as far as the whole. */
export function outputState(output: Output, video: Video): OutputState {
  if (output.completed) return 'done';
  const { state, failureReason } = video.vod.processingInfo;
  if (failureReason !== null || video.vod.source.probeErrorType !== null) return 'missing';
  return state === 'processing' || state === 'partiallyCompleted' ? 'running' : 'waiting';
}
