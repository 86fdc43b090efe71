/** Activates the style sheet that the page has fetched (vite-first-paint.ts), once it has loaded. */
export async function applyStyleSheet(): Promise<void> {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel=preload][as=style]');
  if (link === null) return;
  await new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
    link.rel = 'stylesheet';
  });
}
