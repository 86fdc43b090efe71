import type { Preset } from '@kinora/contract/presets';
import type { ResolutionControl } from '@kinora/contract/preset-tracks';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { summarisePreset } from '../rules/summary.ts';

/** A size as people call it: `1080p`, a width or a height in pixels, or the source's own. */
export function useSizeName(): (control: ResolutionControl) => string {
  const t = useTranslations('presets.sizes');
  const format = useFormat();
  return ({ type, size }) => {
    if (type === 'original' || size === null) return t('original');
    if (type === 'shortestSide') return `${size}p`;
    return t(type, { size: format.number(size) });
  };
}

/** Says what a preset makes: a line for the video, one for the audio, one for files to download. */
export function usePresetLines(): (preset: Pick<Preset, 'profiles'>) => string[] {
  const t = useTranslations('presets.makes');
  const format = useFormat();
  const sizeName = useSizeName();
  return (preset) => {
    const { video, audio, hasFiles } = summarisePreset(preset);
    const lines: string[] = [];
    if (video) {
      const codec = video.codecs.join(', ');
      lines.push(t('video', { codec, sizes: video.sizes.map(sizeName).join(' · ') }));
    }
    if (audio) {
      const rates = audio.rates.map(format.number).join(' · ');
      lines.push(t('audio', { codec: audio.codecs.join(', '), rates }));
    }
    if (hasFiles) lines.push(t('files'));
    if (lines.length === 0) lines.push(t('nothing'));
    return lines;
  };
}
