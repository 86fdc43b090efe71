import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import { navigate, preload } from '../base/router/navigation.ts';
import { toHref } from '../base/router/route.ts';
import { useIsAt } from '../base/router/use-address.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address from `paths`. */
  to: string;
  search?: Record<string, string | number | undefined>;
  /** Load code and data when the pointer comes near; on unless the link leaves the team. */
  preload?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** So long a pointer rests on what it means, in ms. */
const INTENT_MS = 50;

/** A link inside the console. Takes what an `<a>` takes, so Mantine's `component={Link}` works. */
export function Link({ to, search = {}, preload: mayPreload = true, ...rest }: LinkProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useIsAt(to);
  const href = toHref({ to, search });
  const begin = () => {
    if (mayPreload) timer.current = setTimeout(preload, INTENT_MS, href);
  };
  const end = () => clearTimeout(timer.current);
  const { onClick, onPointerEnter, onPointerLeave, onFocus, onBlur, ...others } = rest;
  return (
    <a
      {...(isHere && { 'aria-current': 'page' })}
      {...others}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isForBrowser(event)) {
          event.preventDefault();
          void navigate({ to: href });
        }
      }}
      onPointerEnter={joinHandlers(onPointerEnter, begin)}
      onPointerLeave={joinHandlers(onPointerLeave, end)}
      onFocus={joinHandlers(onFocus, begin)}
      onBlur={joinHandlers(onBlur, end)}
    />
  );
}

const joinHandlers =
  <T,>(given: ((event: T) => void) | undefined, own: () => void) =>
  (event: T): void => {
    given?.(event);
    own();
  };

/** True where a click means another tab, a download, or nothing any more. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (event.defaultPrevented || event.button !== 0 || (target !== '' && target !== '_self'))
    return true;
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
