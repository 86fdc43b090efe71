import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNumber, parseDecimal, parseWhole } from './numbers.ts';

test('numbers are read as people type them: Thai digits, spaces around, thousands apart', () => {
  assert.equal(parseWhole(' ๒๓ '), 23);
  assert.equal(parseWhole('5,500'), 5500);
  assert.equal(parseWhole('55,00'), null);
  assert.equal(parseWhole('1.5'), null);
  assert.equal(parseDecimal('๒๙.๙๗'), 29.97);
  assert.equal(parseDecimal('29,97'), null);
});

test('a number that does not fit is refused for what is wrong with it', () => {
  const codeOf = (text: string, decimals = false) =>
    checkNumber(text, { min: 1, max: 51, decimals })?.code;
  assert.equal(codeOf('23'), undefined);
  assert.equal(codeOf('-1'), 'too_small');
  assert.equal(codeOf('0'), 'too_small');
  assert.equal(codeOf('52'), 'too_big');
  assert.equal(codeOf('99999999999'), 'too_big');
  assert.equal(codeOf('99999', true), 'too_big');
  assert.equal(codeOf('1.5'), 'not_whole');
  assert.equal(codeOf('1.5', true), undefined);
  assert.equal(codeOf('abc'), 'not_a_number');
  assert.equal(codeOf(''), 'required');
});
