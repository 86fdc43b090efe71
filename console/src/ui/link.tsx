import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, Ref } from 'react';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address from `paths`. */
  to: string;
  search?: Record<string, string | number | undefined>;
  /** Load code and data when the pointer comes near; on unless the link leaves the team. */
  preload?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the console. Takes what an `<a>` takes, so Mantine's `component={Link}` works. */
export function Link({ to, search, preload = true, ...rest }: LinkProps) {
  const target = {
    to,
    search: search ?? {},
    preload: preload ? ('intent' as const) : false,
    // Else the router calls every address above the page the current one as well.
    activeOptions: { exact: true, includeSearch: false },
  };
  return <RouterLink {...(target as { to: string })} {...(rest as object)} />;
}
