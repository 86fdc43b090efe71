import { toSpokenId } from '@kinora/contract/request-id';
import type { Words } from '../words.ts';
import { createElement, setText } from './dom.ts';

const COPIED_MS = 2000;

/** Creates the line with the id by which a viewer reports a refusal to the owner of the video. */
export function createRequestId(words: Words): {
  element: HTMLElement;
  show(requestId: string | undefined): void;
} {
  const text = createElement('input', {
    type: 'text',
    readonly: true,
    size: 14,
    'aria-label': words.requestId,
  });
  let whole = '';
  // People read out twelve letters; copying gives the whole id, which tells the team everything.
  text.addEventListener('copy', (event) => {
    event.clipboardData?.setData('text/plain', whole);
    event.preventDefault();
  });
  const copy = createElement('button', { type: 'button' }, words.copy);
  // A reader of the screen says the problem, and not hundreds of letters.
  const element = createElement(
    'div',
    { class: 'request', 'aria-live': 'off', hidden: true },
    createElement('span', {}, words.requestId),
    text,
    copy,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  copy.addEventListener('click', () => {
    text.select();
    // Frames of other sites have no clipboard, and neither has http.
    if (!document.execCommand('copy')) return;
    setText(copy, words.copied);
    clearTimeout(timer);
    timer = setTimeout(() => setText(copy, words.copy), COPIED_MS);
  });
  return {
    element,
    show(requestId) {
      element.hidden = requestId === undefined;
      if (requestId === undefined || whole === requestId) return;
      whole = requestId;
      text.value = toSpokenId(requestId);
    },
  };
}
