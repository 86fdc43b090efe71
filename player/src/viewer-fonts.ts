/**
 * Gives the page the console's fonts, of which a browser loads what the page's words need. They come
 * once the video plays: nothing that a viewer waits for waits for them.
 */
export function addFontsOnceItPlays(player: HTMLElement): void {
  const once = { once: true };
  const add = async (): Promise<void> => {
    const { default: css } = await import('./viewer-fonts.css?inline');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  };
  // The first event after it says that the time runs.
  player.addEventListener(
    'kinora:play',
    () => player.addEventListener('kinora:timeupdate', () => void add(), once),
    once,
  );
}
