import './watch.css';

// The edge has written the page: this only makes its buttons work.
const actions = document.querySelector<HTMLElement>('.actions');
const copy = actions?.querySelector<HTMLElement>('[data-copy]');
const share = actions?.querySelector<HTMLElement>('[data-share]');
const status = actions?.querySelector<HTMLElement>('[role=status]');

/** The check stays for as long. */
const COPIED_MS = 2000;
let timer: ReturnType<typeof setTimeout> | undefined;

if (actions) actions.hidden = false;
if (share && 'share' in navigator) share.hidden = false;

share?.addEventListener('click', () => {
  // Whoever closes the system's sheet has changed their mind.
  navigator.share({ title: document.title, url: getLink() }).catch(() => {});
});

copy?.addEventListener('click', () => void copyLink(copy));

async function copyLink(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(getLink());
  } catch {
    // Without https, as on many local networks, there is no clipboard: it is copied by hand.
    prompt(button.firstElementChild?.textContent ?? '', getLink());
    return;
  }
  setCopied(button, true);
  clearTimeout(timer);
  timer = setTimeout(() => setCopied(button, false), COPIED_MS);
}

// Of a page that says why nothing plays.
const copyId = document.querySelector<HTMLElement>('.request [data-copy]');
if (copyId) copyId.hidden = false;

copyId?.addEventListener('click', () => {
  document.querySelector<HTMLInputElement>('.request input')?.select();
  if (!document.execCommand('copy')) return;
  setCopied(copyId, true);
  clearTimeout(timer);
  timer = setTimeout(() => setCopied(copyId, false), COPIED_MS);
});

/** A link may be opened as soon as it can be copied, before each edge knows its video. */
const LOOK_AGAIN_MS = [1000, 2000, 4000, 8000];

if (document.querySelector('.refused[data-unknown]')) void lookAgain();

/** Opens the page anew once its video is known, and gives up soon: most such links are wrong. */
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

function setCopied(button: HTMLElement, isCopied: boolean): void {
  button.toggleAttribute('data-copied', isCopied);
  if (status) status.textContent = isCopied ? (status.dataset['said'] ?? '') : '';
}

/** The page's address without what this viewer alone has chosen. */
function getLink(): string {
  const url = new URL(location.href);
  for (const name of ['lang', 't', 'autoplay', 'muted', 'loop']) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}
