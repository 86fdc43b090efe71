import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForKeys, toKeyRequest } from './keyboard.ts';
import type { Key } from './keyboard.ts';

const press = (key: string, code = '', modifiers: Partial<Key> = {}) =>
  toKeyRequest({ key, code, ...modifiers });

test('space and k play and pause', () => {
  assert.deepEqual(press(' ', 'Space'), { type: 'togglePlay' });
  assert.deepEqual(press('k', 'KeyK'), { type: 'togglePlay' });
  assert.deepEqual(press('K', 'KeyK'), { type: 'togglePlay' });
});

test('arrows seek 5 seconds and change the volume by 5 %, j and l seek 10 seconds', () => {
  assert.deepEqual(press('ArrowLeft'), { type: 'seekBy', deltaSec: -5 });
  assert.deepEqual(press('ArrowRight'), { type: 'seekBy', deltaSec: 5 });
  assert.deepEqual(press('ArrowUp'), { type: 'changeVolume', delta: 0.05 });
  assert.deepEqual(press('ArrowDown'), { type: 'changeVolume', delta: -0.05 });
  assert.deepEqual(press('j', 'KeyJ'), { type: 'seekBy', deltaSec: -10 });
  assert.deepEqual(press('l', 'KeyL'), { type: 'seekBy', deltaSec: 10 });
});

test('digits go to tenths, from the number pad too', () => {
  assert.deepEqual(press('0', 'Digit0'), { type: 'seekToFraction', fraction: 0 });
  assert.deepEqual(press('7', 'Numpad7'), { type: 'seekToFraction', fraction: 0.7 });
});

test('< and > step the speed', () => {
  const shiftKey = true;
  assert.deepEqual(press('<', 'Comma', { shiftKey }), { type: 'stepRate', direction: -1 });
  assert.deepEqual(press('>', 'Period', { shiftKey }), { type: 'stepRate', direction: 1 });
});

test('keys work by their place on a Thai keyboard', () => {
  assert.deepEqual(press('า', 'KeyK'), { type: 'togglePlay' });
  assert.deepEqual(press('ท', 'KeyM'), { type: 'toggleMute' });
  assert.deepEqual(press('ถ', 'Digit5'), { type: 'seekToFraction', fraction: 0.5 });
  assert.deepEqual(press('ฬ', 'Period', { shiftKey: true }), { type: 'stepRate', direction: 1 });
});

test('marks work by their place on a Thai keyboard, and its digits that type marks', () => {
  const shiftKey = true;
  assert.deepEqual(press('ม', 'Comma'), { type: 'stepFrame', direction: -1 });
  assert.deepEqual(press('ใ', 'Period'), { type: 'stepFrame', direction: 1 });
  assert.deepEqual(press('ฒ', 'Comma', { shiftKey }), { type: 'stepRate', direction: -1 });
  assert.deepEqual(press('/', 'Digit2'), { type: 'seekToFraction', fraction: 0.2 });
  assert.deepEqual(press('-', 'Digit3'), { type: 'seekToFraction', fraction: 0.3 });
  assert.deepEqual(press('ร', 'KeyI'), { type: 'togglePictureInPicture' });
  assert.ok(asksForKeys({ key: 'ฦ', code: 'Slash', shiftKey }));
  assert.ok(asksForKeys({ key: '?', code: 'Slash', shiftKey }));
  assert.ok(!asksForKeys({ key: 'ฝ', code: 'Slash' }));
  assert.ok(!asksForKeys({ key: '?', code: 'Slash', shiftKey, ctrlKey: true }));
});

test('a Latin layout that moves letters goes by the letter, not by the place', () => {
  assert.deepEqual(press('m', 'Semicolon'), { type: 'toggleMute' });
  assert.equal(press(';', 'KeyM'), null);
  assert.equal(press('&', 'Digit1'), null);
});

test('keys with Ctrl, Alt or Meta and unknown keys stay with the page', () => {
  assert.equal(press('f', 'KeyF', { ctrlKey: true }), null);
  assert.equal(press('ArrowLeft', 'ArrowLeft', { altKey: true }), null);
  assert.equal(press('k', 'KeyK', { metaKey: true }), null);
  assert.equal(press('x', 'KeyX'), null);
  assert.equal(press('Tab', 'Tab'), null);
  assert.equal(press('End', 'Numpad1')?.type, 'seekToFraction');
  assert.deepEqual(press('End', 'Numpad1'), { type: 'seekToFraction', fraction: 1 });
});
