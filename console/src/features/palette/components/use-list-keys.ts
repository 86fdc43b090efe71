import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCommandKey } from '../../../base/shortcuts.ts';
import type { Entry } from '../rules/entry.ts';

type Options = {
  /** While it fades away, keys are no longer for it. */
  opened: boolean;
  entries: readonly Entry[];
  /** The entries are still those for less text. */
  isWaiting: boolean;
  onChoose: (entry: Entry, isNewTab: boolean) => void;
  onClose: () => void;
};

/** The keys of the field above the list (WAI-ARIA APG, combobox), which keeps the focus. */
export function useListKeys({ opened, entries, isWaiting, onChoose, onClose }: Options) {
  const [activeId, setActiveId] = useState<string>();
  /** Enter came before the answer to what was typed; true means a new tab. */
  const early = useRef<boolean>(undefined);
  const chosen = entries.findIndex(({ id }) => id === activeId);
  const at = Math.max(chosen, 0);
  const active = entries[at];
  const isLate = isWaiting && chosen === -1;

  const chooseEarly = useEffectEvent(() => {
    const isNewTab = early.current;
    early.current = undefined;
    if (isNewTab !== undefined && active) onChoose(active, isNewTab);
  });
  useEffect(() => {
    if (!isLate) chooseEarly();
  }, [isLate]);

  const goTo = (index: number) => setActiveId(entries.at(index % entries.length)?.id);
  const moves: Record<string, () => void> = {
    ArrowDown: () => goTo(at + 1),
    ArrowUp: () => goTo(at - 1),
    Home: () => goTo(0),
    End: () => goTo(-1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened || event.nativeEvent.isComposing) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (isCommandKey(event, 'k')) onClose();
    else if (key === 'Enter') {
      const isAnswer = active?.group === 'projects' || active?.group === 'videos' || !active;
      if (isLate && isAnswer) early.current = ctrlKey || metaKey;
      else if (active) onChoose(active, ctrlKey || metaKey);
    } else if (!shiftKey && !altKey && !ctrlKey && !metaKey && moves[key] && entries.length > 0) {
      moves[key]();
    } else return;
    event.preventDefault();
  };
  return {
    active,
    onKeyDown,
    point: (id: string) => setActiveId(id),
    /** Typing begins again at the best match. */
    restart: () => {
      setActiveId(undefined);
      early.current = undefined;
    },
  };
}
