import {
  type ComponentType,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react';
import { runAtRest } from './at-rest.ts';
import { useFailureToast } from './failure-toast.ts';
import type { Section } from './i18n/messages.ts';
import { loadWithWords } from './load-with-words.ts';

type Overlay = { opened?: boolean; onClose?: () => void };
/** A part that the person did not ask for may fail to load without a message. */
type Quiet = { isQuiet?: boolean };
type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page whose code and words come when it is first shown. Nothing is drawn until then;
 * when it can't be had, a toast says so, and the next showing tries again.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  ...sections: readonly Section[]
): ComponentType<Props & Quiet> {
  return createPart(load, sections).LazyPart;
}

/**
 * A lazy part that answers to a key or a click. Its code loads once the page has settled, so that its first
 * showing is instant.
 */
export function readyPart<Props extends object>(
  load: Load<Props>,
  ...sections: readonly Section[]
): ComponentType<Props & Quiet> {
  const { fetchPart, LazyPart } = createPart(load, sections);
  // Showing the part loads it again, and reports the failure.
  runAtRest(() => void fetchPart().catch(() => undefined));
  return LazyPart;
}

function createPart<Props extends object>(load: Load<Props>, sections: readonly Section[]) {
  let Part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    Part = await loadWithWords(load, sections);
  };
  function LazyPart({ isQuiet = false, ...others }: Props & Quiet) {
    const props = others as unknown as Props;
    const { opened = true, onClose }: Overlay = props;
    const showFailure = useFailureToast();
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [wasOpened, setOpened] = useState(opened);
    if (opened && !wasOpened) setOpened(true);
    const isMissing = Part === undefined;
    const tell = useEffectEvent((error: unknown) => showFailure(error));
    const close = useEffectEvent(() => onClose?.());
    useEffect(() => {
      if (!isMissing || !opened) return undefined;
      let isGone = false;
      fetchPart().then(
        () => !isGone && redraw(),
        (error: unknown) => {
          if (isGone) return;
          if (!isQuiet) tell(error);
          close();
        },
      );
      return () => {
        isGone = true;
      };
    }, [isMissing, opened, isQuiet]);
    return Part !== undefined && wasOpened && <Drawn Part={Part} props={props} />;
  }
  return { fetchPart, LazyPart };
}

/** An overlay takes note of where the focus is as it opens, so it is there closed before. */
function Drawn<Props extends object>({
  Part,
  props,
}: {
  Part: ComponentType<Props>;
  props: Props;
}) {
  const wasClosed = useDeferredValue(true, false);
  return <Part {...props} {...('opened' in props && !wasClosed && { opened: false })} />;
}
