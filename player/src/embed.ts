import css from './embed.css?inline';
import { KinoraPlayer } from './kinora-player.ts';
import { speakPlayerJs } from './player-js.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);

const player = document.querySelector('kinora-player');
if (player instanceof KinoraPlayer) {
  // The page is the player: its keys work before anything in it has the focus.
  document.addEventListener('keydown', (event) => {
    if (event.target === document.body) player.handleKeydown(event);
  });
  speakPlayerJs(player);
}
