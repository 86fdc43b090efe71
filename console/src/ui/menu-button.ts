import type { RefObject } from 'react';

/** Where a menu stands, and how it goes. */
export type MenuPlace = {
  /** Id of the button that opens it. */
  id: string;
  target: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
};

/** What a button says of the menu that it opens. The code of the menu comes later than the button. */
export function menuButton({ id, opened }: Pick<MenuPlace, 'id' | 'opened'>) {
  return {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    'data-expanded': opened || undefined,
  } as const;
}
