import en from '@kinora/i18n/en/player.keys' with { type: 'json' };
import th from '@kinora/i18n/th/player.keys' with { type: 'json' };
import { fill } from '../fill.ts';
import { asksForKeys } from '../keyboard.ts';
import type { Language } from '../language.ts';
import type { Options } from '../player-options.ts';
import { createElement, findFocusedBeside } from './dom.ts';

const WORDS: Record<Language, typeof en.keys> = { en: en.keys, th: th.keys };

/** Lists the active keys with their effects. */
function listKeys(words: typeof en.keys, options: Options): [string[], string][] {
  const keys: [string[], string, boolean?][] = [
    [['Space', 'K'], words.play],
    [['←', '→'], fill(words.seek, { seconds: 5 })],
    [['J', 'L'], fill(words.seek, { seconds: 10 })],
    [[',', '.'], words.frame],
    [['0–9'], words.tenth],
    [['Home', 'End'], words.ends],
    [['↑', '↓'], words.volume],
    [['M'], words.mute],
    [['C'], words.captions],
    [['<', '>'], words.speed, options.speedControl !== false],
    [['F'], words.fullscreen],
    [['I'], words.pictureInPicture, document.pictureInPictureEnabled],
    [['?'], words.sheet],
  ];
  return keys.filter(([, , isThere = true]) => isThere).map(([names, label]) => [names, label]);
}

/** Shows what the keys do over the player, until it is closed by Escape, `?`, Tab or its button. */
export function showKeySheet(
  stage: HTMLElement,
  { language, options }: { language: Language; options: Options },
): void {
  const words = WORDS[language];
  const former = findFocusedBeside(stage);
  const close = createElement('button', { type: 'button', class: 'close' }, words.close);
  const rows = listKeys(words, options).map(([names, label]) =>
    createElement(
      'div',
      { class: 'pair' },
      createElement('dt', {}, label),
      createElement('dd', {}, ...names.map((name) => createElement('kbd', {}, name))),
    ),
  );
  const sheet = createElement(
    'div',
    { class: 'keys', role: 'dialog', tabindex: -1, 'aria-label': words.title },
    createElement('h2', {}, words.title),
    createElement('dl', {}, ...rows),
    close,
  );
  const hide = (): void => {
    sheet.remove();
    if (former instanceof HTMLElement) former.focus({ preventScroll: true });
    else stage.focus({ preventScroll: true });
  };
  sheet.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (!asksForKeys(event) && event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    hide();
  });
  close.addEventListener('click', hide);
  stage.append(sheet);
  sheet.focus({ preventScroll: true });
}
