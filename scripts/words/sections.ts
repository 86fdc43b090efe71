import { findImports } from '../layout/imports.ts';
import type { Node as SyntaxNode } from 'oxc-parser';
import { isCode, isShipped, type Tree } from '../layout/source.ts';
import { isCallOf, lineOfNode, nameOf, nodesOf, textOf } from '../layout/syntax.ts';
import { fileOf } from './files.ts';
import { filesSaidBy } from './usage.ts';

/** Code that is loaded on demand, and the words that are loaded beside it. */
type Entry = { from: string; line: number; target: string; words: readonly string[] };

/** A file says some words by itself, and its imports are loaded together with it. */
type Node = { says: ReadonlySet<string>; imports: readonly string[] };

const isLazy = (node: SyntaxNode) => isCallOf(node, /^lazy(Page|Part)$/);
/** Without words of its own, such a part says those of what opens it. */
const isReady = (node: SyntaxNode) => isCallOf(node, /^readyPart$/);
const isFrame = (node: SyntaxNode) =>
  node.type === 'VariableDeclarator' && nameOf(node.id) === 'FRAME_SECTIONS';
const FRAME_FILE = 'console/src/base/i18n/language.ts';

/**
 * Finds words that the console's code uses before they are loaded, and words that are loaded without use. A
 * page uses the words of all files that it imports, except those loaded later with words of their own.
 */
export function findMisloadedWords(tree: Tree): string[] {
  const pages = [...tree.keys()].flatMap((path) => (isConsole(path) ? entriesIn(tree, path) : []));
  const frame = literalsIn(tree, FRAME_FILE, isFrame).flatMap(({ literals }) => literals);
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

function entriesIn(tree: Tree, from: string): Entry[] {
  const ready = entriesOf(tree, from, isReady).filter(({ words }) => words.length > 0);
  return [...entriesOf(tree, from, isLazy), ...ready];
}

function entriesOf(tree: Tree, from: string, isOne: (node: SyntaxNode) => boolean): Entry[] {
  return literalsIn(tree, from, isOne).flatMap(({ line, literals }) => {
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
  const fileOfWord = fileOf(tree);
  const imports = Map.groupBy(findImports(tree), ({ from }) => from);
  const nodes = [...tree.keys()].flatMap((path): [string, Node][] => {
    if (!isConsole(path)) return [];
    const next = (imports.get(path) ?? []).flatMap(({ target, isTypeOnly }) =>
      target && !isTypeOnly && !isLater(path, target) ? target : [],
    );
    return [[path, { says: filesSaidBy(tree, path, fileOfWord), imports: next }]];
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

/** The literals inside of each such node of a file. */
function literalsIn(
  tree: Tree,
  path: string,
  isOne: (node: SyntaxNode) => boolean,
): { line: number; literals: string[] }[] {
  const nodes = tree.has(path) ? nodesOf(tree, path) : [];
  return nodes.filter(isOne).map((around) => ({
    line: lineOfNode(tree, path, around),
    literals: nodes
      .filter(({ start, end }) => around.start <= start && end <= around.end)
      .flatMap((node) => textOf(node) ?? []),
  }));
}

function isConsole(path: string): boolean {
  return path.startsWith('console/src/') && isCode(path) && isShipped(path);
}
