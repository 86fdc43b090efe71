import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useIsPhone } from '../../../base/use-is-phone.ts';
import { useSave } from '../../../base/use-save.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { MenuPlace } from '../../../ui/menu-button.ts';
import { Popover } from '../../../ui/popover.ts';
import { type Marked, markRead, markSeen, notificationsQuery } from '../data.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './bell-panel.module.css';

/** The list: at the bell, and on phones over the whole window. Opening it resets the count. */
export function BellPanel(place: MenuPlace) {
  const t = useTranslations('notifications');
  const isPhone = useIsPhone();
  const heading = useId();
  const { opened, onClose } = place;
  useSeen(opened);
  if (isPhone) {
    return (
      <Dialog isFull opened={opened} onClose={onClose} title={t('title')}>
        <ReadAll />
        <NotificationList onFollow={onClose} />
      </Dialog>
    );
  }
  return (
    <Popover {...place} position="bottom-start" width={400}>
      <section className={classes.panel} aria-labelledby={heading}>
        <div className={classes.head}>
          <h2 id={heading} className={classes.title}>
            {t('title')}
          </h2>
          <ReadAll />
        </div>
        <div className={classes.body}>
          <NotificationList onFollow={onClose} />
        </div>
      </section>
    </Popover>
  );
}

/** What one has had before oneself is seen: as the panel opens, and as it closes. */
function useSeen(opened: boolean): void {
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
    if (!opened || !isLoaded) return undefined;
    see();
    return see;
  }, [opened, isLoaded]);
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
