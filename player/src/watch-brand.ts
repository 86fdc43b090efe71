/** Above this, black letters stand out better than white ones (WCAG 2.2 §1.4.3: both have 4.58:1 there). */
const LIGHT = 0.179;

/** Returns the relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Gives the page the colour of the project's player, which its policy allows by script alone. */
export function showBrand(): void {
  const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content;
  if (color !== undefined && /^#[0-9a-f]{6}$/i.test(color)) {
    const { style } = document.documentElement;
    style.setProperty('--mark', color);
    style.setProperty('--on-mark', getLuminance(color) > LIGHT ? '#000' : '#fff');
  }
  const logo = document.querySelector<HTMLImageElement>('.facts .logo');
  logo?.addEventListener('error', () => logo.remove());
  if (logo?.complete && logo.naturalWidth === 0) logo.remove();
}
