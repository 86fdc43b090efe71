import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readyPart } from '../base/lazy-part.tsx';
import { getMenuButtonProps } from './menu-button.ts';
import type { RowAction } from './row-action.ts';
import classes from './row-menu.module.css';

const RowEntries = readyPart(async () => (await import('./overlay/row-entries.tsx')).RowEntries);

export type { RowAction };

type Place = { x: number; y: number } | 'dots' | undefined;

type Props = {
  items: RowAction[];
  /** Says where it is open: at its dots, or where the row was right-clicked. */
  at: Place;
  setAt: (at: Place) => void;
  label?: string | undefined;
};

export function RowMenu({ items, at, setAt, label }: Props) {
  const t = useTranslations('ui');
  const name = label ?? t('moreActions');
  const dots = { id: useId(), opened: at === 'dots' };
  // Most rows' menus are never opened, and a list stands sooner without them.
  const [wasOpened, setOpened] = useState(dots.opened);
  if (dots.opened && !wasOpened) setOpened(true);
  const dotsRef = useRef<HTMLButtonElement>(null);
  const pointer = { id: useId(), opened: true };
  const pointerRef = useRef<HTMLButtonElement>(null);
  const onClose = () => setAt(undefined);
  const isAtPointer = typeof at === 'object';
  useEffect(() => {
    // Escape gives the focus back to what had it before the menu, which is else no part of the row.
    if (isAtPointer) dotsRef.current?.focus({ preventScroll: true });
  }, [isAtPointer]);
  return (
    <>
      <ActionIcon
        ref={dotsRef}
        aria-label={name}
        {...getMenuButtonProps(dots)}
        onClick={() => setAt(dots.opened ? undefined : 'dots')}
      >
        <IconDots size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      {wasOpened && (
        <RowEntries
          {...dots}
          items={items}
          onClose={onClose}
          target={dotsRef}
          position="bottom-end"
        />
      )}
      {isAtPointer && (
        <>
          <button
            ref={pointerRef}
            type="button"
            tabIndex={-1}
            aria-label={name}
            {...getMenuButtonProps(pointer)}
            className={classes.pointer}
            style={{ left: at.x, top: at.y }}
          />
          <RowEntries
            {...pointer}
            items={items}
            onClose={onClose}
            target={pointerRef}
            returnTo={dotsRef}
            position="bottom-start"
            offset={2}
          />
        </>
      )}
    </>
  );
}
