import {
  Component,
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { navigate, reopen } from './navigation.ts';
import { NotFound } from './route.ts';
import { scrollToPlace } from './scroll.ts';
import { useShown } from './use-address.ts';

type FallbackPages = {
  ErrorPage: ComponentType<{ error: unknown; onRetry: () => void }>;
  NotFoundPage: ComponentType;
};

const Depth = createContext(0);

/** These are drawn in place of a page that failed, or that there isn't. */
export const Fallbacks = createContext<FallbackPages | undefined>(undefined);

/** Draws the page of the next level. The outermost one also moves the window's content to its place. */
export const Outlet = memo(function Outlet() {
  const depth = useContext(Depth);
  const page = useShown((shown) => shown?.pages[depth]);
  return (
    <Depth value={depth + 1}>
      {depth === 0 && <Scroll />}
      <Boundary>
        {page !== undefined && ('Page' in page ? <page.Page /> : <Failed error={page.error} />)}
      </Boundary>
    </Depth>
  );
});

/** This renders before the pages, whose own effects may scroll elsewhere. */
function Scroll() {
  const shown = useShown((now) => now);
  useLayoutEffect(() => {
    if (shown) scrollToPlace(shown);
  }, [shown]);
  return null;
}

type Caught = { error: { cause: unknown } | undefined };

class Boundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: undefined };

  static getDerivedStateFromError(cause: unknown): Caught {
    return { error: { cause } };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reset = () => this.setState({ error: undefined });
    return <Failed error={error.cause} onReset={reset} />;
  }
}

/** Says why there is no page, until another one is shown. */
function Failed({ error, onReset }: { error: unknown; onReset?: () => void }) {
  const fallbacks = useContext(Fallbacks);
  const shown = useShown((now) => now);
  const [failed] = useState(shown);
  useLayoutEffect(() => {
    if (shown !== failed) onReset?.();
  }, [shown, failed, onReset]);
  if (fallbacks === undefined) return null;
  if (error instanceof NotFound) return <fallbacks.NotFoundPage />;
  const retry = () => {
    onReset?.();
    reopen();
  };
  return <fallbacks.ErrorPage error={error} onRetry={retry} />;
}

/** Goes elsewhere as soon as it is drawn. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => void navigate({ to, replace: true }), [to]);
  return null;
}
