import { SPOKEN_ATTRIBUTES, stripJoiners } from '@kinora/i18n/joiners';
import { jsx as createElement, jsxs as createElements } from 'react/jsx-runtime';

// The console's JSX calls these in place of React's own (`vite-drawn-text.ts`). Words come with joiners, for
// lines that are drawn; text that is read out or shown by the system loses them here.

export { Fragment } from 'react/jsx-runtime';

type Create = typeof createElement;

export const jsx: Create = (type, props, key) => createElement(type, toProps(type, props), key);
export const jsxs: Create = (type, props, key) => createElements(type, toProps(type, props), key);

type Props = Record<string, unknown>;

function toProps(type: unknown, props: unknown): unknown {
  const given = props as Props;
  let changed: Props | undefined;
  for (const name in given) {
    const value = given[name];
    const spoken = toSpoken(type, name, value);
    if (spoken !== value) (changed ??= { ...given })[name] = spoken;
  }
  return changed ?? given;
}

function toSpoken(type: unknown, name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSpoken(type, name) ? stripJoiners(value) : value;
  // Attributes of a part within a component of others: `closeButtonProps`.
  const isOfPart = name.endsWith('Props') && typeof value === 'object' && value !== null;
  return isOfPart ? toProps('', value) : value;
}

/** A component's own `title` is drawn. */
function isSpoken(type: unknown, name: string): boolean {
  if (name === 'title') return typeof type === 'string';
  return SPOKEN_ATTRIBUTES.some((spoken) => spoken === name);
}
