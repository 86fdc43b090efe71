import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveringTests } from './covering-tests.ts';
import { listMutants } from './mutants.ts';

/** Every changed text of a file, `nothing` left out. */
const changed = (text: string) =>
  listMutants('a.ts', text).map(
    (mutant) => text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end),
  );

test('operators, constants and conditions are changed, one at a time', () => {
  assert.deepEqual(changed('x = a < 10'), [';', 'x = a <= 10', 'x = a < 11']);
  assert.deepEqual(changed('const x = !a'), ['const x = a']);
  assert.deepEqual(changed('const x = a ?? b'), ['const x = (a) && (b)']);
  assert.deepEqual(changed('const x = true'), ['const x = false']);
  assert.deepEqual(changed("const x = 'y' + `${z}!`"), [
    "const x = '' + `${z}!`",
    "const x = 'y' + `${z}`",
  ]);
  assert.deepEqual(changed('if (a) b()'), ['if (true) b()', 'if (false) b()', 'if (a) ;']);
});

test('a product of numbers is one number, and is doubled', () => {
  assert.deepEqual(changed('const x = 8 * 1024 * 1024'), ['const x = 16777216']);
  assert.deepEqual(changed('const x = a * 24'), ['const x = a / 24', 'const x = a * 25']);
});

test('types, names of files and keys, and the words of errors are left alone', () => {
  for (const text of [
    "import { a } from './a.ts'",
    "export { a } from './a.ts'",
    "type A = 'a' | 1",
    "const a: 'b' = c as 'd'",
    "const a = { 'b': c }",
    "throw new RangeError('too ' + 1)",
  ]) {
    assert.deepEqual(changed(text), [], text);
  }
});

test('a change keeps its place', () => {
  const [mutant] = listMutants('a.ts', 'let a\nlet b = 1\n');
  assert.deepEqual(mutant, { path: 'a.ts', line: 2, start: 14, end: 15, text: '2' });
});

test('a file is covered by the tests that reach it without a database', () => {
  const tree = new Map([
    ['x/src/a.ts', ''],
    ['x/src/b.ts', "import './a.ts'; import type { C } from './c.ts'"],
    ['x/src/c.ts', ''],
    ['x/src/b.test.ts', "import './b.ts'"],
    ['x/src/slow.test.ts', "import './a.ts'; import 'pg'"],
  ]);
  const tests = ['x/src/b.test.ts', 'x/src/slow.test.ts'];
  assert.deepEqual(coveringTests(tree, 'x/src/a.ts', tests), ['x/src/b.test.ts']);
  assert.deepEqual(coveringTests(tree, 'x/src/c.ts', tests), []);
});
