import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsvLine } from './csv.ts';

test('cells with commas, quotes and line ends are quoted', () => {
  assert.equal(
    toCsvLine(['a', 'b,c', 'd "e"', 'f\ng', null, '']),
    'a,"b,c","d ""e""","f\ng",,\r\n',
  );
});

test('what a spreadsheet would calculate is text', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
  for (const formula of formulas) {
    assert.match(toCsvLine([formula]), /^"?'/, JSON.stringify(formula));
  }
  assert.equal(toCsvLine(['a=1']), 'a=1\r\n');
});
