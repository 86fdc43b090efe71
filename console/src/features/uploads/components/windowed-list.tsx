import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

// Long lists draw the rows in sight and a few around them, all at their place in the page's flow.

/** The `<li>` of a row is given this. */
export type RowPlace = {
  ref: Ref<HTMLLIElement>;
  style: { marginTop: number };
  'data-index': number;
  'aria-setsize': number;
  'aria-posinset': number;
};

/** Compares props for `memo`, as a row's place is a new object each time but seldom changes. */
export function isSameRow<P extends { place: RowPlace }>(before: P, after: P): boolean {
  const flat = ({ place: { style, ...place }, ...props }: P): Record<string, unknown> => ({
    ...props,
    ...place,
    ...style,
  });
  const next = flat(after);
  return Object.entries(flat(before)).every(([name, value]) => Object.is(value, next[name]));
}

type Props<Item> = {
  items: readonly Item[];
  /** Tells an item from others as they come and go; its place in the list unless given. */
  keyOf?: (item: Item) => string | number;
  /** Height of a usual row in px; each is measured when it is drawn. */
  rowHeight: number;
  className: string | undefined;
  children: (item: Item, place: RowPlace) => ReactNode;
};

/** Rows out of sight that are drawn as well, so that the Tab key finds the next one. */
const OVERSCAN = 3;

/** A list in a box of its own that scrolls. */
export function WindowedBox<Item>(props: Props<Item>) {
  const { box, options, onFocus, onBlur } = useRows(props);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoises what it returns
  const rows = useVirtualizer<HTMLUListElement, HTMLLIElement>({
    ...options,
    getScrollElement: () => box.current,
  });
  return (
    <ul ref={box} className={props.className} onFocus={onFocus} onBlur={onBlur}>
      <Rows
        {...props}
        drawn={rows.getVirtualItems()}
        end={rows.getTotalSize()}
        measure={rows.measureElement}
      />
    </ul>
  );
}

/** A list that scrolls with the page. */
export function WindowedList<Item>(props: Props<Item>) {
  const { box, options, onFocus, onBlur } = useRows(props);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      if (box.current) setTop(box.current.getBoundingClientRect().top + scrollY);
    };
    // Looks soon after it begins, in a task of its own, and again as what stands above it grows.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoises what it returns
  const rows = useWindowVirtualizer<HTMLLIElement>({ ...options, scrollMargin: top });
  return (
    <ul ref={box} className={props.className} onFocus={onFocus} onBlur={onBlur}>
      <Rows
        {...props}
        top={top}
        drawn={rows.getVirtualItems()}
        end={top + rows.getTotalSize()}
        measure={rows.measureElement}
      />
    </ul>
  );
}

function useRows<Item>({ items, keyOf, rowHeight }: Props<Item>) {
  const box = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | number>();
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined || keyOf === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
  const rangeExtractor = (range: Range) => {
    const drawn = new Set(defaultRangeExtractor(range));
    // A row keeps the focus that is in it, also when it is scrolled out of sight. The Tab key finds
    // the rows beside it, however fast it follows a scroll.
    const kept =
      focused === undefined ? -1 : items.findIndex((_, index) => getItemKey(index) === focused);
    if (kept >= 0) {
      for (const index of [kept - 1, kept, kept + 1]) if (index in items) drawn.add(index);
    }
    return [...drawn].sort((one, other) => one - other);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    setFocused(index < 0 ? undefined : getItemKey(index));
  };
  const options = {
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
  };
  // While the focus goes from one row to another, neither may be taken away.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return { box, options, onFocus, onBlur };
}

type RowsProps<Item> = Pick<Props<Item>, 'items' | 'children'> & {
  drawn: VirtualItem[];
  /** Says where the list begins and ends, in px of what scrolls. */
  top?: number;
  end: number;
  measure: (row: HTMLLIElement | null) => void;
};

function Rows<Item>({ items, children, drawn, top = 0, end, measure }: RowsProps<Item>) {
  const lastEnd = drawn.at(-1)?.end ?? top;
  return (
    <>
      {drawn.map(({ index, start }, at) => {
        const item = items[index];
        if (item === undefined) return null;
        return children(item, {
          ref: measure,
          style: { marginTop: Math.max(0, start - (drawn[at - 1]?.end ?? top)) },
          'data-index': index,
          'aria-setsize': items.length,
          'aria-posinset': index + 1,
        });
      })}
      <li role="presentation" aria-hidden style={{ height: Math.max(0, end - lastEnd) }} />
    </>
  );
}
