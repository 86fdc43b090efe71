import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from '../base/api-error.ts';
import { loadNewVersion } from '../base/new-version.ts';
import { paths } from '../paths.ts';
import { ErrorPanel } from './error-panel.tsx';

/**
 * A page that could not be shown: its data, its code, or a fault while drawing it. Code that went
 * with a deployment comes with the new version, which is loaded in place of the message.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('ui');
  const router = useRouter();
  const isOutdated = toApiError(error).code === 'outdated';
  const [isLeaving, setLeaving] = useState(isOutdated);
  useEffect(() => {
    // The page that was left has let go of what it kept by then.
    if (isOutdated) queueMicrotask(() => setLeaving(loadNewVersion()));
  }, [isOutdated]);
  if (isLeaving) return null;
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
