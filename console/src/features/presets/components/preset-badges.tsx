import type { Preset } from '@kinora/contract/presets';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../ui/status-pill.tsx';

/** Shows where a preset comes from and whether videos use it; nothing for a free one of the team. */
export function PresetBadges({ preset }: { preset: Pick<Preset, 'isSystem' | 'isInUse'> }) {
  const t = useTranslations('presets.badges');
  return (
    <>
      {preset.isSystem && <StatusPill tone="neutral">{t('system')}</StatusPill>}
      {preset.isInUse && <StatusPill tone="info">{t('inUse')}</StatusPill>}
    </>
  );
}
