import { useEffect, useState } from 'react';
import { readyPart } from '../base/lazy-part.tsx';
import { keepPage } from '../base/new-version.ts';
import { blockNavigation } from '../base/router/navigation.ts';

const LeaveDialog = readyPart(async () => (await import('./overlay/leave-dialog.tsx')).LeaveDialog);

type Props = {
  when: boolean;
  /** Names what isn't saved. */
  what: string;
  /** Saves, and answers whether it is saved; one stays where it isn't. */
  onSave?: () => Promise<boolean>;
};

/**
 * While `when` is true, asks before the page is left: by a link, by "back", or by closing the tab.
 * A page that has just saved navigates with `ignoreBlocker`.
 */
export function LeaveGuard({ when, what, onSave }: Props) {
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>();
  useEffect(() => {
    if (!when) return undefined;
    const stopKeeping = keepPage(() => true);
    const stopBlocking = blockNavigation(async ({ currentLocation, nextLocation }) => {
      // Search parameters are the page's own; only another address is leaving.
      if (currentLocation.pathname === nextLocation.pathname) return false;
      return !(await new Promise<boolean>((resolve) => setAnswer(() => resolve)));
    });
    return () => {
      stopKeeping();
      stopBlocking();
    };
  }, [when]);
  const end = (mayLeave: boolean | Promise<boolean>) => {
    setAnswer(undefined);
    void Promise.resolve(mayLeave).then(answer);
  };
  return (
    <LeaveDialog
      opened={answer !== undefined}
      what={what}
      onClose={() => end(false)}
      onDiscard={() => end(true)}
      onSave={onSave && (() => end(onSave()))}
    />
  );
}
