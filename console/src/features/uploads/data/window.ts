import { keepPage } from '../../../base/new-version.ts';
import { totalsOf } from '../rules/totals.ts';
import { currentUploads, subscribeUploads } from './store.ts';
import { isMine, schedule, stopAll } from './transfers.ts';
import { retryUpload } from './queue.ts';

const percentMark = /^\(\d+%\) /;

/** Ties the queue to the window: its title, the warning before leaving, the line. */
export function watchWindow(): void {
  subscribeUploads(() => {
    warnBeforeLeaving();
    markTitle();
  });
  // Pages set titles of their own; the mark goes before each.
  new MutationObserver(markTitle).observe(document.head, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  keepPage(() => currentUploads().some((item) => isMine(item) && item.state !== 'uploaded'));
  addEventListener('offline', stopAll);
  addEventListener('online', () => {
    for (const item of currentUploads()) if (item.state === 'retry') retryUpload(item.key);
    schedule();
  });
}

let isWarning = false;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Only while bytes move: a waiting or finished queue loses nothing by a reload. */
function warnBeforeLeaving(): void {
  const isMoving = currentUploads().some(
    (item) => isMine(item) && item.state === 'uploading' && item.waitingUntil === null,
  );
  if (isMoving === isWarning) return;
  isWarning = isMoving;
  if (isMoving) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

function markTitle(): void {
  const mine = currentUploads().filter(isMine);
  const bare = document.title.replace(percentMark, '');
  const isSending = mine.some((item) => item.state === 'uploading');
  const percent = Math.floor(totalsOf(mine).progress * 100);
  const title = isSending ? `(${percent}%) ${bare}` : bare;
  if (document.title !== title) document.title = title;
}
