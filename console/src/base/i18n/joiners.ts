/** A message without what keeps its loanwords whole at the end of a drawn line (`i18n/loanwords.ts`). */
export function stripJoiners(text: string): string {
  return text.replaceAll(/[\u200b\u2060]/g, '');
}

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
