import { stripJoiners } from '@kinora/i18n/joiners';

/** Lets words that are marked on a page and copied match what people type elsewhere. */
export function copyWithoutJoiners(): void {
  document.addEventListener('copy', (event) => {
    const marked = String(getSelection());
    const text = stripJoiners(marked);
    if (text === marked) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  });
}
