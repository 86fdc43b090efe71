import { type Ref, type RefObject, useImperativeHandle } from 'react';

type Props = { target: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> };

/** Gives Mantine an element that is already on the page, in place of one that it would draw. */
export function Standing({ target, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
