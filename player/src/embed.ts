import css from './embed.css?inline';
import { KinoraPlayer } from './kinora-player.ts';
import { addFontsOnceItPlays } from './viewer-fonts.ts';
import { renewPage, TOKEN_NAME } from './renew-page.ts';
import { speakPlayerJs } from './player-js.ts';

/**
 * Takes the token from the fragment, which browsers send to no server, and removes it from the shown address.
 */
function takeLicenceToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get(TOKEN_NAME);
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

const player = document.querySelector('kinora-player');
if (player) addFontsOnceItPlays(player);
// On the watch page the player is one part of many.
const isWholePage = player?.parentElement === document.body;

if (player instanceof KinoraPlayer) {
  player.licenseToken ??= takeLicenceToken();
  player.addEventListener('kinora:prepared', () => void renewPage(player.licenseToken));
}

if (player instanceof KinoraPlayer && isWholePage) {
  player.setAttribute('role', 'main');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  // Its keys work before anything in it has the focus.
  document.addEventListener('keydown', (event) => {
    if (event.target === document.body) player.handleKeydown(event);
  });
  speakPlayerJs(player);
}
