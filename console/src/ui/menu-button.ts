import type { RefObject } from 'react';

/** A menu stands at a button, and closes by itself. */
export type MenuPlace = {
  /** Id of the button that opens it. */
  id: string;
  target: RefObject<HTMLElement | null>;
  /** Gets the focus as the menu closes, where the target goes away with it. */
  returnTo?: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
};

/** Attributes of a button that opens a menu or dialog whose code loads later. */
export function getMenuButtonProps(
  { id, opened }: Pick<MenuPlace, 'id' | 'opened'>,
  popup: 'menu' | 'dialog' = 'menu',
) {
  return {
    id,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    'data-expanded': opened || undefined,
  } as const;
}
