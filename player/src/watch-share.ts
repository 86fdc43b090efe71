import './watch-share.css';

/** The check stays for as long. */
const COPIED_MS = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes the page's links and buttons share its own address, signature included. */
export function offerSharing(): void {
  const actions = document.querySelector<HTMLElement>('.actions');
  const share = actions?.querySelector<HTMLDetailsElement>('.share');
  if (!actions || !share) return;
  for (const button of actions.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.removeAttribute('data-waits');
    button.addEventListener('click', () => void copy(button));
  }
  for (const link of share.querySelectorAll<HTMLAnchorElement>('a')) {
    link.href = (link.dataset['prefix'] ?? '') + encodeURIComponent(getLink());
  }
  share.querySelector('summary')?.addEventListener('click', (event) => {
    // A phone's own sheet has all of them, and more.
    if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    // Closing the system's dialog rejects, which is not a failure.
    navigator.share({ title: document.title, url: getLink() }).catch(() => {});
  });
  closeOnLeave(share);
}

/** Closes what lies over the page when the rest of the page is used. */
function closeOnLeave(share: HTMLDetailsElement): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !share.contains(target)) share.open = false;
  });
  share.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !share.open) return;
    share.open = false;
    share.querySelector('summary')?.focus();
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const selector = button.dataset['copy'] ?? '';
  const field = selector === '' ? null : document.querySelector<HTMLInputElement>(selector);
  const text = field?.value ?? getLink();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https, as on many local networks, there is no clipboard: it is copied by hand.
    if (field) field.select();
    else prompt(button.firstElementChild?.textContent ?? '', text);
    return;
  }
  showCopied(button);
}

/** Shows for a moment, on the button and to screen readers, that it has copied. */
export function showCopied(button: HTMLElement): void {
  const status = document.querySelector<HTMLElement>('.actions [role=status]');
  for (const other of document.querySelectorAll('[data-copied]')) {
    other.removeAttribute('data-copied');
  }
  button.toggleAttribute('data-copied', true);
  if (status) status.textContent = status.dataset['said'] ?? '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    button.removeAttribute('data-copied');
    if (status) status.textContent = '';
  }, COPIED_MS);
}

/** The page's address without what this viewer alone has chosen. */
function getLink(): string {
  const url = new URL(location.href);
  for (const name of ['lang', 't', 'autoplay', 'muted', 'loop']) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}
