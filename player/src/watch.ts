import './watch.css';
import { showBrand } from './watch-brand.ts';
import { offerSharing, showCopied } from './watch-share.ts';

// The edge has written the page: this only makes its buttons work.
offerSharing();
showBrand();

// This button is on pages that say why nothing plays.
const copyId = document.querySelector<HTMLElement>('.request [data-copy]');
if (copyId) copyId.hidden = false;

const shownId = document.querySelector<HTMLInputElement>('.request input');
// People read out the short id; copying gives the whole one, which tells the team everything.
shownId?.addEventListener('copy', (event) => {
  event.clipboardData?.setData('text/plain', shownId.dataset['whole'] ?? shownId.value);
  event.preventDefault();
});

copyId?.addEventListener('click', () => {
  shownId?.select();
  if (document.execCommand('copy')) showCopied(copyId);
});

/** A link may be opened as soon as it can be copied, before each edge knows its video. */
const LOOK_AGAIN_MS = [1000, 2000, 4000, 8000];

if (document.querySelector('.refused[data-unknown]')) void lookAgain();

/** Reloads the page once its video exists, and soon gives up: most such links are wrong. */
async function lookAgain(): Promise<void> {
  for (const ms of LOOK_AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    const answer = await fetch('', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer && answer.headers.get('x-reason') !== 'video_not_found') {
      location.reload();
      return;
    }
  }
}
