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
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('ui');
  const isOutdated = toApiError(error).code === 'outdated';
  const [isLeaving, setLeaving] = useState(isOutdated);
  useEffect(() => {
    // The page that was left has let go of what it kept by then.
    if (isOutdated) queueMicrotask(() => setLeaving(loadNewVersion()));
  }, [isOutdated]);
  if (isLeaving) return null;
  return (
    <ErrorPanel
      error={error}
      onRetry={onRetry}
      home={{ to: paths.home(), label: t('notFound.home') }}
    />
  );
}
