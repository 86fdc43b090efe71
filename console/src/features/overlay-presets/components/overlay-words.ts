import type { OverlayPosition } from '@kinora/contract/overlay-presets';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';

type Facts = { position: OverlayPosition; sizePercent: number; opacityPercent: number };

/** Place, size and opacity of an overlay, in a line. */
export function useOverlayWords(): (facts: Facts) => string {
  const t = useTranslations('overlayPresets');
  const format = useFormat();
  return ({ position, sizePercent, opacityPercent }) =>
    t('facts', {
      position: t(`positions.${position}`),
      size: format.percent(sizePercent / 100),
      opacity: format.percent(opacityPercent / 100),
    });
}
