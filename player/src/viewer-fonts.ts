/**
 * Adds the console's fonts to the page; a browser loads only those that its words need. They come once the
 * video plays, so that they never delay it.
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
