import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react';
import { navigate, preloadSoon, stopPreload } from '../base/router/navigation.ts';
import { toHref } from '../base/router/route.ts';
import { useIsAt } from '../base/router/use-address.ts';

export type LinkProps = Omit<
  ComponentProps<'a'>,
  'href' | 'onPointerMove' | 'onPointerDown' | 'onPointerLeave'
> & {
  /** An address from `paths`. */
  to: string;
  search?: Record<string, string | number | undefined>;
  /** Load code and data when the pointer or the focus rests here; on unless the link leaves the team. */
  preload?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the console. Takes what an `<a>` takes, so Mantine's `component={Link}` works. */
export function Link({ to, search = {}, preload = true, onClick, children, ...rest }: LinkProps) {
  const isHere = useIsAt(to);
  const href = toHref({ to, search });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (isForBrowser(event)) return;
    event.preventDefault();
    void navigate({ to: href });
  };
  const begin = () => preload && preloadSoon(href);
  return (
    <a
      {...(isHere && { 'aria-current': 'page' })}
      {...rest}
      href={href}
      onClick={follow}
      // A page that moves its links under a resting pointer has not been pointed at.
      onPointerMove={begin}
      onPointerDown={begin}
      onPointerLeave={stopPreload}
      onFocusCapture={begin}
      onBlurCapture={stopPreload}
    >
      {children}
    </a>
  );
}

/** True where a click means another tab, a download, or nothing any more. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (event.defaultPrevented || event.button !== 0 || (target !== '' && target !== '_self'))
    return true;
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
