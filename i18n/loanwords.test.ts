import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinLoanwords, LOANWORDS } from './loanwords.ts';

const folder = join(import.meta.dirname, 'th');
const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const bare = (text: string) => text.replaceAll(/[\u200b\u2060]/g, '');

test('a loanword holds together, and a line may still break beside it', () => {
  assert.equal(joinLoanwords('โทเค็น'), 'โ\u2060ท\u2060เ\u2060ค็\u2060น');
  assert.match(joinLoanwords('ลบแท็บนี้'), /^ลบ\u200b[^\u200b]+\u200bนี้$/);
});

test('no break is made where there was none', () => {
  for (const text of ['“โทเค็น”', '{name} แท็บ', 'แท็บๆ', 'แท็บ 2', 'Token']) {
    assert.doesNotMatch(joinLoanwords(text), /\u200b/, text);
  }
});

test('messages stay what they were but for the joiners, their arguments and keys included', () => {
  for (const file of files) {
    const built = joinLoanwords(file);
    assert.equal(bare(built), file);
    for (const [code] of built.matchAll(/"\w+":|\{\w+[,}]/g)) assert.equal(bare(code), code);
  }
});

test('every loanword on the list is said somewhere', () => {
  const text = files.join('\n');
  assert.deepEqual(
    LOANWORDS.filter((word) => !text.includes(word)),
    [],
  );
});

test('a name that becomes data holds no joiners', () => {
  const { form } = JSON.parse(readFileSync(join(folder, 'presets.form.json'), 'utf8')) as {
    form: { audioName: string; copyOf: string };
  };
  for (const name of [form.audioName, form.copyOf]) assert.equal(joinLoanwords(name), name);
});
