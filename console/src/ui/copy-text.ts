/**
 * Puts text on the clipboard; false when the browser refuses. The clipboard API exists only on
 * HTTPS and localhost, and a console on the local network often is neither, hence the old way.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'visually-hidden';
  // An open dialog gets the text area inside, as its focus trap would take the selection from anywhere else.
  (focused?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
