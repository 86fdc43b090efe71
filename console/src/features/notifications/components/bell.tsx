import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAtRest } from '../../../base/at-rest.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useIsPhone } from '../../../base/use-is-phone.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { getMenuButtonProps } from '../../../ui/menu-button.ts';
import { Popover } from '../../../ui/popover.ts';
import { notificationsQuery } from '../data.ts';
import { toBadge } from '../rules.ts';
import classes from './bell.module.css';

const BellPanel = lazyPart(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  'notifications',
  'videos',
  'videos.batch',
);

/** Says how much finished or failed since one last looked, and opens the list. */
export function Bell() {
  const t = useTranslations('nav.bell');
  const isAtRest = useAtRest();
  const { data } = useQuery({
    ...notificationsQuery(useTeamScope(), null),
    enabled: isAtRest,
  });
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const isPhone = useIsPhone();
  const close = () => setOpened(false);
  const count = data?.unseenCount ?? 0;
  const arrived = useArrived(data?.unseenCount);
  return (
    <>
      <button
        ref={target}
        type="button"
        className={classes.button}
        aria-label={t('label', { count })}
        {...getMenuButtonProps({ id, opened }, 'dialog')}
        onClick={() => setOpened(!opened)}
      >
        <IconBell size={20} stroke={1.7} aria-hidden />
        {count > 0 && (
          <span className={classes.badge} aria-hidden>
            {toBadge(count)}
          </span>
        )}
      </button>
      <span className="visually-hidden" role="status">
        {arrived > 0 && t('arrived', { count: arrived })}
      </span>
      {isPhone ? (
        <Dialog isFull opened={opened} onClose={close} title={t('label', { count: 0 })}>
          <BellPanel onFollow={close} />
        </Dialog>
      ) : (
        <Popover
          id={id}
          target={target}
          opened={opened}
          onClose={close}
          position="bottom-start"
          width={400}
        >
          <BellPanel onFollow={close} />
        </Popover>
      )}
    </>
  );
}

/** The count while it has last grown, so that only news is read out; 0 at first and once it was reset. */
function useArrived(count: number | undefined): number {
  const [known, setKnown] = useState(count);
  const [arrived, setArrived] = useState(0);
  if (count !== known) {
    setKnown(count);
    setArrived(known !== undefined && count !== undefined && count > known ? count : 0);
  }
  return arrived;
}
