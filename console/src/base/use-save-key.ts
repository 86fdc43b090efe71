import { useEffect, useRef } from 'react';

/** Saves by Ctrl+S or ⌘S, from anywhere on the page but a dialog. */
export function useSaveKey(save: () => void, isOn: boolean): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isSave || event.code !== 'KeyS') return;
      event.preventDefault();
      if (document.querySelector('[data-dialog-open]') === null) latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
