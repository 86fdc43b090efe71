import {
  cloneElement,
  type DOMAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { readyPart } from '../base/lazy-part.tsx';
import type { BubbleProps } from './overlay/tooltip-bubble.tsx';

const TooltipBubble = readyPart(
  async () => (await import('./overlay/tooltip-bubble.tsx')).TooltipBubble,
);

type Target = Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onBlur'> & {
  ref?: Ref<never>;
  onFocus?: DOMAttributes<HTMLElement>['onFocus'];
  'aria-describedby'?: string | undefined;
};

type Props = Pick<BubbleProps, 'label' | 'multiline' | 'maw'> & {
  disabled?: boolean;
  children: ReactElement<Target>;
};

const HOVER_MS = 300;

/** Words for what the pointer rests on or the Tab key comes to; Escape takes them away. */
export function Tooltip({ disabled = false, children, ...looks }: Props) {
  const id = useId();
  const target = useRef<never>(null);
  const [cause, setCause] = useState<'hover' | 'focus'>();
  const [opened, setOpened] = useState(false);
  // Most are never asked for, and a list of many stands sooner without them.
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  useEffect(() => {
    if (cause === undefined || disabled) return undefined;
    const timer = setTimeout(() => setOpened(true), cause === 'hover' ? HOVER_MS : 0);
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setCause(undefined);
    addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKeyDown);
      setOpened(false);
    };
  }, [cause, disabled]);
  const close = () => setCause(undefined);
  return (
    <>
      {cloneElement(children, {
        ref: target,
        'aria-describedby': opened ? id : undefined,
        onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && setCause('hover'),
        onPointerLeave: close,
        onFocus: ({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setCause('focus');
        },
        onBlur: close,
      })}
      {wasOpened && <TooltipBubble isQuiet id={id} target={target} opened={opened} {...looks} />}
    </>
  );
}
