import { findImports } from '../layout/imports.ts';
import { scanSource } from '../layout/scan.ts';
import { isCode, isShipped, lineOf, type Tree } from '../layout/source.ts';
import { filesSaidBy } from './usage.ts';

/** Code that is loaded on demand, and the words that are loaded beside it. */
type Entry = { from: string; line: number; target: string; words: readonly string[] };

/** What a file says by itself, and what is loaded together with it. */
type Node = { says: ReadonlySet<string>; imports: readonly string[] };

const LAZY = /\blazy(?:Page|Part)\s*(?:<[^()]*>\s*)?(?=\()/g;
const FRAME = /\bframeSections\b[^=]*=\s*(?=\[)/g;
const FRAME_FILE = 'console/src/base/i18n/language.ts';

/**
 * Words that code of the console says and nothing has loaded by then, and words that are loaded for
 * nothing. A page says what all the files say that it imports, but for those that they load later
 * with words of their own.
 */
export function findMisloadedWords(tree: Tree): string[] {
  const pages = [...tree].flatMap(([path, text]) =>
    isConsole(path) ? entriesIn(tree, path, text) : [],
  );
  const frame = callsIn(tree.get(FRAME_FILE) ?? '', FRAME).flatMap(({ literals }) => literals);
  const main = { from: FRAME_FILE, line: 1, target: 'console/src/main.tsx', words: [] };
  const graph = graphOf(tree, pages);
  return [main, ...pages].flatMap(({ from, line, target, words }) => {
    const said = saidFrom(graph, target);
    const loaded = new Set([...frame, ...words]);
    const missing = [...said].filter(([file]) => !loaded.has(file));
    const surplus = words.filter((file) => !said.has(file));
    return [
      ...missing.map(([file, by]) => `${from}:${line}: "${file}" is missing, which ${by} says`),
      ...surplus.map((file) => `${from}:${line}: nothing below ${target} says "${file}"`),
    ];
  });
}

function entriesIn(tree: Tree, from: string, text: string): Entry[] {
  return callsIn(text, LAZY).flatMap(({ line, literals }) => {
    const loaded = findImports(tree).find(
      (found) => found.from === from && literals.includes(found.specifier),
    );
    const words = literals.filter((literal) => tree.has(`i18n/en/${literal}.json`));
    return loaded?.target ? { from, line, target: loaded.target, words } : [];
  });
}

function graphOf(tree: Tree, pages: readonly Entry[]): ReadonlyMap<string, Node> {
  const isLater = (from: string, target: string) =>
    pages.some((page) => page.from === from && page.target === target);
  const imports = Map.groupBy(findImports(tree), ({ from }) => from);
  const nodes = [...tree].flatMap(([path, text]): [string, Node][] => {
    if (!isConsole(path)) return [];
    const next = (imports.get(path) ?? []).flatMap(({ target, isTypeOnly }) =>
      target && !isTypeOnly && !isLater(path, target) ? target : [],
    );
    return [[path, { says: filesSaidBy(path, text), imports: next }]];
  });
  return new Map(nodes);
}

/** File of words → the first file of code that says some of it. */
function saidFrom(graph: ReadonlyMap<string, Node>, start: string): Map<string, string> {
  const said = new Map<string, string>();
  const reached = new Set([start]);
  for (const path of reached) {
    const node = graph.get(path);
    for (const file of node?.says ?? []) if (!said.has(file)) said.set(file, path);
    for (const next of node?.imports ?? []) reached.add(next);
  }
  return said;
}

/** The literals between the brackets that follow each match. */
function callsIn(text: string, pattern: RegExp): { line: number; literals: string[] }[] {
  const { code, literals } = scanSource(text);
  return [...code.matchAll(pattern)].map((match) => {
    const start = match.index + match[0].length;
    const end = closingBracket(code, start);
    const inside = [...literals.values()].filter(({ offset }) => offset > start && offset < end);
    return { line: lineOf(text, match.index), literals: inside.map(({ value }) => value) };
  });
}

function closingBracket(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if ('([{'.includes(code.charAt(at))) depth += 1;
    else if (')]}'.includes(code.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function isConsole(path: string): boolean {
  return path.startsWith('console/src/') && isCode(path) && isShipped(path);
}
