import type { PlayerState } from '../store.ts';
import { INITIAL_STATE } from '../store.ts';
import { el, focusedBeside, setAttributes } from './dom.ts';
import { icon } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { settingsOf } from './settings-pages.ts';
import type { Setting, SettingName } from './settings-pages.ts';

export interface SettingsMenu extends Part {
  readonly button: HTMLButtonElement;
  isOpen(): boolean;
  close(): void;
}

/** One button, one panel: a list of settings, then the choices of one. WAI-ARIA menu pattern. */
export function createSettingsMenu({ words, language, request }: PartContext): SettingsMenu {
  const element = el('div', { class: 'menu', id: 'menu', role: 'menu', hidden: true });
  const button = el(
    'button',
    {
      type: 'button',
      class: 'button',
      title: words.settings,
      'aria-label': words.settings,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-controls': 'menu',
    },
    icon('settings'),
  );
  let state: PlayerState = INITIAL_STATE;
  let page: SettingName | null = null;
  let drawn = '';

  const items = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const focused = (): number => items().findIndex((item) => item === focusedBeside(element));

  const show = (next: SettingName | null, focusLabel?: string): void => {
    page = next;
    drawn = '';
    draw();
    const all = items();
    const target =
      all.find((item) => item.getAttribute('aria-checked') === 'true') ??
      all.find((item) => item.dataset.name === focusLabel) ??
      all[0];
    target?.focus();
  };
  const close = (): void => {
    if (element.hidden) return;
    const hadFocus = focused() >= 0;
    element.hidden = true;
    page = null;
    setAttributes(button, { 'aria-expanded': 'false' });
    if (hadFocus) button.focus();
  };
  const open = (): void => {
    element.hidden = false;
    setAttributes(button, { 'aria-expanded': 'true' });
    show(null);
  };

  const settingRow = ({ name, label, value }: Setting): HTMLElement => {
    const row = el(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: -1,
        'aria-haspopup': 'menu',
        'data-name': name,
      },
      el('span', { class: 'label' }, label),
      el('span', { class: 'value' }, value),
      icon('forward'),
    );
    row.addEventListener('click', () => show(name));
    return row;
  };
  const choiceRows = (setting: Setting): HTMLElement[] => {
    const head = el(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: -1,
        class: 'head',
        'aria-label': `${words.back}: ${setting.label}`,
      },
      icon('back'),
      el('span', { class: 'label' }, setting.label),
    );
    head.addEventListener('click', () => show(null, setting.name));
    const rows = setting.choices.map((choice) => {
      const row = el(
        'button',
        {
          type: 'button',
          role: 'menuitemradio',
          tabindex: -1,
          'aria-checked': String(choice.chosen),
        },
        icon('check'),
        el('span', { class: 'label' }, choice.label),
      );
      row.addEventListener('click', () => {
        request(choice.request);
        show(null, setting.name);
      });
      return row;
    });
    return [head, ...rows];
  };

  const draw = (): void => {
    const settings = settingsOf(state, words, language);
    const setting = settings.find(({ name }) => name === page);
    const wanted = JSON.stringify([page, setting ?? settings]);
    if (wanted === drawn) return;
    drawn = wanted;
    const at = focused();
    element.replaceChildren(...(setting ? choiceRows(setting) : settings.map(settingRow)));
    setAttributes(element, { 'aria-label': setting?.label ?? words.settings });
    if (at >= 0) items()[at]?.focus();
  };

  const step = (by: 1 | -1): void => {
    const all = items();
    all[(focused() + by + all.length) % all.length]?.focus();
  };
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const opens = items()[focused()]?.getAttribute('aria-haspopup') === 'menu';
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Home') items()[0]?.focus();
    else if (event.key === 'End') items().at(-1)?.focus();
    else if (event.key === 'ArrowRight' && opens) items()[focused()]?.click();
    else if (event.key === 'ArrowLeft' && page) show(null, page);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return close();
    else if (event.key === 'Enter' || event.key === ' ') return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener('click', () => (element.hidden ? open() : close()));

  return {
    element,
    button,
    isOpen: () => !element.hidden,
    close,
    render(next) {
      state = next;
      if (!element.hidden) draw();
    },
  };
}
