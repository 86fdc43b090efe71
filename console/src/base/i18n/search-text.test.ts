import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import { findMatches, toSearchText } from './search-text.ts';

test('what a person types is found in a message whose loanwords are joined', () => {
  const label = joinLoanwords('ใช้บิตเรตเป้าหมาย (Kbps)');
  assert.notEqual(label, 'ใช้บิตเรตเป้าหมาย (Kbps)');
  assert.equal(toSearchText(label), 'ใช้บิตเรตเป้าหมาย (kbps)');
});

const COUNTRIES = [
  ['มาลาวี', 'Malawi', 'MW'],
  ['ลาว', 'Laos', 'LA'],
  ['ลาตินา', 'Latina', 'XA'],
  ['สหราชอาณาจักร', 'United Kingdom', 'GB'],
];
const find = (text: string) =>
  findMatches(COUNTRIES, (names) => names, text).map((names) => names.at(-1));

test('the very name or code comes first, then what begins so, then what holds it', () => {
  assert.deepEqual(find('ลาว'), ['LA', 'MW']);
  assert.deepEqual(find('la'), ['LA', 'XA', 'MW']);
  assert.deepEqual(find('LA'), ['LA', 'XA', 'MW']);
  assert.deepEqual(find('king'), ['GB']);
  assert.deepEqual(find('nowhere'), []);
});

test('a word begins behind a space or a dash, and equal matches keep their order', () => {
  const names = ['overking', 'the king', 'sea-king', 'kings'];
  assert.deepEqual(
    findMatches(names, (name) => [name], 'king'),
    ['kings', 'the king', 'sea-king', 'overking'],
  );
  assert.deepEqual(
    findMatches(names, (name) => [name], ' '),
    names,
  );
});
