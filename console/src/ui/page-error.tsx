import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../paths.ts';
import { ErrorPanel } from './error-panel.tsx';

/** A page that could not be shown: its data, its code, or a fault while drawing it. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('ui');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <ErrorPanel
      error={error}
      onRetry={retry}
      home={{ to: paths.home(), label: t('notFound.home') }}
    />
  );
}
