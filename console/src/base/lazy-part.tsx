import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react';
import { useFailureToast } from './failure-toast.ts';
import type { Section } from './i18n/messages.ts';
import { loadWithWords } from './load-with-words.ts';

type Overlay = { opened?: boolean; onClose?: () => void };

/**
 * A part of a page whose code and words come when it is first shown. Nothing is drawn until then;
 * when it can't be had, a toast says so, and the next showing tries again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...sections: readonly Section[]
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const tell = useFailureToast();
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const { opened = true, onClose }: Overlay = props;
    const fail = useEffectEvent((error: unknown) => {
      tell(error);
      onClose?.();
    });
    useEffect(() => {
      if (Part !== undefined || !opened) return undefined;
      let isGone = false;
      loadWithWords(load, sections).then(
        (found) => {
          Part = found;
          if (!isGone) redraw();
        },
        (error: unknown) => !isGone && fail(error),
      );
      return () => {
        isGone = true;
      };
    }, [opened]);
    return Part === undefined ? null : <Part {...props} />;
  };
}
