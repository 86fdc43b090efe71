import { SPOKEN_ATTRIBUTES, stripJoiners } from '@kinora/i18n/joiners';

// Nodes are built one by one: no innerHTML and no style attributes, so that the player runs under
// `style-src 'self'` and `require-trusted-types-for 'script'`.

const isSpoken = (name: string) => SPOKEN_ATTRIBUTES.some((spoken) => spoken === name);

type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Sets attributes; `true` sets the bare attribute, `false` and `null` remove it. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const given = value === true ? '' : String(value);
    const text = isSpoken(name) ? stripJoiners(given) : given;
    if (value === false || value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Finds the focused element of the tree that `element` is in. */
export function findFocusedBeside(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
