import stage from './stage.css?inline';
import seeking from './seeking.css?inline';
import controls from './controls.css?inline';
import captions from './captions.css?inline';
import menu from './menu.css?inline';
import keys from './keys.css?inline';
import problem from './problem.css?inline';
import adaptation from './adaptation.css?inline';
import advert from './advert.css?inline';

let sheets: CSSStyleSheet[] | null = null;

/** Returns constructed sheets: allowed under `style-src 'self'`, and parsed once for all players. */
export function getStyleSheets(): CSSStyleSheet[] {
  sheets ??= [stage, seeking, controls, captions, menu, keys, problem, adaptation, advert].map(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    },
  );
  return sheets;
}
