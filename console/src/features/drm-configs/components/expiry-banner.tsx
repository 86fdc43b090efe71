import type { DrmConfig } from '@kinora/contract/drm-configs';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useNow } from '../../../base/use-now.ts';
import { Note } from '../../../ui/note.tsx';
import { getServiceState } from '../rules/services.ts';

/** Says that the certificate of FairPlay ends soon, or that it has. */
export function ExpiryBanner({ config }: { config: DrmConfig }) {
  const t = useTranslations('drmConfigs.expiry');
  const format = useFormat();
  const state = getServiceState(config, 'fairplay', useNow());
  const certificate = config.fairplayKsmConfig?.certificate;
  if (!certificate || (state !== 'soon' && state !== 'over')) return null;
  return (
    <Note
      tone={state === 'soon' ? 'warning' : 'danger'}
      title={t(`${state}Title`, { day: format.date(certificate.expiresAt) })}
      role="status"
    >
      {t(`${state}Text`)}
    </Note>
  );
}
