import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useIsPhone } from '../../../base/use-is-phone.ts';
import { useSave } from '../../../base/use-save.ts';
import { type Marked, markRead, markSeen, notificationsQuery } from '../data.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './bell-panel.module.css';

/** The list, in a popover at the bell, and on phones in a dialog, which has the heading. */
export function BellPanel({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations('notifications');
  const isPhone = useIsPhone();
  const heading = useId();
  useSeen();
  if (isPhone) {
    return (
      <>
        <ReadAll />
        <NotificationList onFollow={onFollow} />
      </>
    );
  }
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {t('title')}
        </h2>
        <ReadAll />
      </div>
      <div className={classes.body}>
        <NotificationList onFollow={onFollow} />
      </div>
    </section>
  );
}

/** Marks the shown lines as seen, as the panel opens and as it closes. */
function useSeen(): void {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { data } = useQuery(notificationsQuery(scope, null));
  const newest = data?.data[0]?.at;
  const isLoaded = newest !== undefined;
  const see = useEffectEvent(() => {
    if (newest === undefined || data?.unseenCount === 0) return;
    // The count stays where it can't be reset; the next look tries again.
    markSeen(queryClient, scope, newest).catch(() => undefined);
  });
  useEffect(() => {
    if (!isLoaded) return undefined;
    see();
    return see;
  }, [isLoaded]);
}

function ReadAll() {
  const t = useTranslations('notifications');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { data } = useQuery(notificationsQuery(scope, null));
  const { mutate, isPending } = useSave<Marked>({
    run: (marked) => markRead(queryClient, scope, marked),
  });
  const newest = data?.data[0]?.at;
  if (newest === undefined) return null;
  const isAllRead = data?.unreadCount === 0;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.readAll ?? ''}
      loading={isPending}
      // It keeps the focus when there is nothing left to mark.
      aria-disabled={isAllRead}
      {...(isAllRead && { 'data-disabled': true })}
      onClick={() => !isAllRead && mutate({ upTo: newest })}
    >
      {t('readAll')}
    </Button>
  );
}
