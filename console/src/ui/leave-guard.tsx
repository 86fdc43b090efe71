import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { keepPage } from '../base/new-version.ts';
import { blockNavigation } from '../base/router/navigation.ts';
import { ConfirmDialog } from './confirm-dialog.ts';

/**
 * While `when` is true, asks before the page is left: by a link, by "back", or by closing the tab.
 * A page that has just saved navigates with `ignoreBlocker`.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const t = useTranslations('ui.leave');
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>();
  useEffect(() => {
    if (!when) return undefined;
    const stopKeeping = keepPage(() => true);
    const stopBlocking = blockNavigation(async ({ currentLocation, nextLocation }) => {
      // Search parameters are the page's own; only another address is leaving.
      if (currentLocation.pathname === nextLocation.pathname) return false;
      const mayLeave = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      return !mayLeave;
    });
    return () => {
      stopKeeping();
      stopBlocking();
    };
  }, [when]);
  return (
    <ConfirmDialog
      opened={answer !== undefined}
      onClose={() => answer?.(false)}
      onConfirm={() => answer?.(true)}
      title={t('title')}
      confirmLabel={t('button')}
      danger
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  );
}
