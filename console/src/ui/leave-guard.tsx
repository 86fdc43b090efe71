import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { keepPage } from '../base/new-version.ts';
import { ConfirmDialog } from './confirm-dialog.ts';

/**
 * While `when` is true, asks before the page is left: by a link, by "back", or by closing the tab.
 * A page that has just saved navigates with `ignoreBlocker`.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const t = useTranslations('ui.leave');
  useEffect(() => (when ? keepPage(() => true) : undefined), [when]);
  const blocker = useBlocker({
    // Search parameters are the page's own; only another address is leaving.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <ConfirmDialog
      opened={isBlocked}
      onClose={() => isBlocked && blocker.reset()}
      onConfirm={() => isBlocked && blocker.proceed()}
      title={t('title')}
      confirmLabel={t('button')}
      danger
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  );
}
