import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsx } from './jsx-runtime.ts';

const JOINED = 'วิ\u2060ดี\u2060โ\u2060อ';
const propsOf = (type: 'img' | (() => null), props: object) =>
  jsx(type, props).props as Record<string, unknown>;

test('what is read out has no joiners, and what is drawn keeps them', () => {
  const props = { 'aria-label': JOINED, title: JOINED, alt: JOINED, children: JOINED };
  const spoken = { 'aria-label': 'วิดีโอ', title: 'วิดีโอ', alt: 'วิดีโอ', children: JOINED };
  assert.deepEqual(propsOf('img', props), spoken);
});

test('a component draws its title, and its parts have attributes of their own', () => {
  const Component = () => null;
  const props = { title: JOINED, closeButtonProps: { 'aria-label': JOINED, children: JOINED } };
  assert.deepEqual(propsOf(Component, props), {
    title: JOINED,
    closeButtonProps: { 'aria-label': 'วิดีโอ', children: JOINED },
  });
});
