import type { PlayerState } from '../store.ts';
import { INITIAL_STATE } from '../store.ts';
import { createElement, findFocusedBeside, setAttributes } from './dom.ts';
import { createIcon } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { listScreens } from './screens.ts';
import type { Screen } from './screens.ts';
import { listSettings } from './settings-pages.ts';
import type { Setting, SettingName } from './settings-pages.ts';

export type SettingsMenu = Part & {
  readonly button: HTMLButtonElement;
  isOpen(): boolean;
  close(): void;
};

/**
 * Creates the menu: one button, one panel, a list of settings, then the choices of one. WAI-ARIA
 * menu pattern.
 */
export function createSettingsMenu(context: PartContext): SettingsMenu {
  const { words, request } = context;
  const element = createElement('div', { class: 'menu', id: 'menu', role: 'menu', hidden: true });
  const button = createElement(
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
    createIcon('settings'),
  );
  let state: PlayerState = INITIAL_STATE;
  let page: SettingName | null = null;
  /** The focus that a mouse has moved is not seen. */
  let isPointed = false;
  let drawn = '';

  /** Leaves out buttons that are hidden here because a wide bar shows them itself. */
  const listItems = (): HTMLElement[] =>
    [...element.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
      (item) => item.getClientRects().length > 0,
    );
  const findFocused = (): number =>
    listItems().findIndex((item) => item === findFocusedBeside(element));

  const show = (next: SettingName | null, focusLabel?: string): void => {
    page = next;
    drawn = '';
    draw();
    const all = listItems();
    const target =
      all.find((item) => item.getAttribute('aria-checked') === 'true') ??
      all.find((item) => item.dataset.name === focusLabel) ??
      all[0];
    target?.focus();
  };
  const close = (): void => {
    if (element.hidden) return;
    const hadFocus = findFocused() >= 0;
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

  const createSettingRow = ({ name, label, value }: Setting): HTMLElement => {
    const row = createElement(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: -1,
        'aria-haspopup': 'menu',
        'data-name': name,
      },
      createElement('span', { class: 'label' }, label),
      createElement('span', { class: 'value' }, value),
      createIcon('forward'),
    );
    row.addEventListener('click', () => show(name));
    return row;
  };
  const createScreenRow = ({ name, label, isOn, request: screenRequest }: Screen): HTMLElement => {
    const row = createElement(
      'button',
      {
        type: 'button',
        class: 'screen',
        role: isOn === null ? 'menuitem' : 'menuitemcheckbox',
        tabindex: -1,
        'aria-checked': isOn === null ? null : String(isOn),
      },
      createIcon(name),
      createElement('span', { class: 'label' }, label),
    );
    row.addEventListener('click', () => {
      close();
      request(screenRequest);
    });
    return row;
  };
  const createChoiceRows = (setting: Setting): HTMLElement[] => {
    const head = createElement(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        tabindex: -1,
        class: 'head',
        'aria-label': `${words.back}: ${setting.label}`,
      },
      createIcon('back'),
      createElement('span', { class: 'label' }, setting.label),
    );
    head.addEventListener('click', () => show(null, setting.name));
    const rows = setting.choices.map((choice) => {
      const row = createElement(
        'button',
        {
          type: 'button',
          role: 'menuitemradio',
          tabindex: -1,
          'aria-checked': String(choice.chosen),
        },
        createIcon('check'),
        createElement('span', { class: 'label' }, choice.label),
        ...(choice.note === undefined
          ? []
          : [createElement('span', { class: 'value' }, choice.note)]),
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
    const settings = listSettings(state, context);
    const setting = settings.find(({ name }) => name === page);
    const screens = listScreens(state, words);
    const wanted = JSON.stringify([page, setting ?? [settings, screens]]);
    if (wanted === drawn) return;
    drawn = wanted;
    const at = findFocused();
    element.replaceChildren(
      ...(setting
        ? createChoiceRows(setting)
        : [...settings.map(createSettingRow), ...screens.map(createScreenRow)]),
    );
    setAttributes(element, { 'aria-label': setting?.label ?? words.settings });
    if (at >= 0) listItems()[at]?.focus();
  };

  const moveFocus = (by: 1 | -1): void => {
    const all = listItems();
    all[(findFocused() + by + all.length) % all.length]?.focus();
  };
  /** Makes the item seen on which the next key would act. */
  const showFocus = (): void => {
    const item = listItems()[findFocused()] ?? listItems()[0];
    button.focus();
    item?.focus();
  };
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isSubmenu = listItems()[findFocused()]?.getAttribute('aria-haspopup') === 'menu';
    if (event.key === 'ArrowDown') moveFocus(1);
    else if (event.key === 'ArrowUp') moveFocus(-1);
    else if (event.key === 'Home') listItems()[0]?.focus();
    else if (event.key === 'End') listItems().at(-1)?.focus();
    else if (event.key === 'ArrowRight' && isSubmenu) listItems()[findFocused()]?.click();
    else if (event.key === 'ArrowLeft' && page) show(null, page);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab' && isPointed) showFocus();
    else if (event.key === 'Tab') return close();
    else if (event.key === 'Enter' || event.key === ' ') return event.stopPropagation();
    isPointed = false;
    event.preventDefault();
    event.stopPropagation();
  });
  // A key's click has no count (UI Events §3.3.5.3).
  const notePointer = ({ detail }: MouseEvent): void => {
    isPointed = detail > 0;
  };
  button.addEventListener('click', notePointer);
  element.addEventListener('click', notePointer, { capture: true });
  button.addEventListener('click', () => (element.hidden ? open() : close()));

  return {
    element,
    button,
    isOpen: () => !element.hidden,
    close,
    render(next) {
      state = next;
      const hasSettings = listSettings(state, context).length > 0;
      button.hidden = !hasSettings && listScreens(state, words).length === 0;
      button.classList.toggle('only-screens', !hasSettings);
      if (!element.hidden) draw();
    },
  };
}
