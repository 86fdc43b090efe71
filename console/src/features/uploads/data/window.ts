import { keepPage } from '../../../base/new-version.ts';
import { countTotals } from '../rules/totals.ts';
import { getUploads, subscribeUploads } from './store.ts';
import { isMine, schedule, stopAll } from './transfers.ts';
import { retryUpload } from './queue.ts';

const PERCENT_MARK = /^\(\d+%\) /;

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
  keepPage(() => getUploads().some((item) => isMine(item) && item.state !== 'uploaded'));
  addEventListener('offline', stopAll);
  addEventListener('online', () => {
    for (const item of getUploads()) if (item.state === 'retry') retryUpload(item.key);
    schedule();
  });
}

let isWarning = false;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Only while bytes move: a waiting or finished queue loses nothing by a reload. */
function warnBeforeLeaving(): void {
  const isMoving = getUploads().some(
    (item) => isMine(item) && item.state === 'uploading' && item.waitingUntil === null,
  );
  if (isMoving === isWarning) return;
  isWarning = isMoving;
  if (isMoving) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

function markTitle(): void {
  const mine = getUploads().filter(isMine);
  const bare = document.title.replace(PERCENT_MARK, '');
  const isSending = mine.some((item) => item.state === 'uploading');
  const percent = Math.floor(countTotals(mine).progress * 100);
  const title = isSending ? `(${percent}%) ${bare}` : bare;
  if (document.title !== title) document.title = title;
}
