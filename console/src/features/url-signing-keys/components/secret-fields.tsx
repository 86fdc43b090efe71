import { useTranslations } from 'use-intl';
import { CopyField } from '../../../ui/copy-field.tsx';

/** A key's id and its secret, each to be copied. */
export function SecretFields({ keyId, keySecret }: { keyId: string; keySecret: string }) {
  const t = useTranslations('urlSigningKeys.secret');
  return (
    <>
      <CopyField label={t('keyId')} value={keyId} copyLabel={t('copyId')} wrap />
      <CopyField label={t('secret')} value={keySecret} copyLabel={t('copySecret')} wrap />
    </>
  );
}
