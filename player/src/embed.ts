import css from './embed.css?inline';
import { KinoraPlayer } from './kinora-player.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);

// The page is the player: its keys work before anything in it has the focus.
document.addEventListener('keydown', (event) => {
  if (event.target !== document.body) return;
  const player = document.querySelector('kinora-player');
  if (player instanceof KinoraPlayer) player.handleKeydown(event);
});
