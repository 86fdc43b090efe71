import { useTranslations } from 'use-intl';
import type { Secret } from '../../../ui/secrets.tsx';

/** A key's id and its secret, each to be copied. */
export function useKeySecrets(): (key: { keyId: string; keySecret: string }) => Secret[] {
  const t = useTranslations('urlSigningKeys');
  return ({ keyId, keySecret }) => [
    { label: t('keyId'), value: keyId, copyLabel: t('secret.copyId') },
    { label: t('secret.secret'), value: keySecret, copyLabel: t('secret.copySecret') },
  ];
}
