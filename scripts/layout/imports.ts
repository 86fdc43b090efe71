import { posix } from 'node:path';
import { scanSource } from './scan.ts';
import { isCode, lineOf, type Tree } from './source.ts';

export type Import = {
  from: string;
  line: number;
  specifier: string;
  /** Path from the root when it is a file of the repository, null for a package from npm. */
  target: string | null;
  isTypeOnly: boolean;
  isReexportOfAll: boolean;
  /** What stands between `import` and `from`. */
  clause: string;
};

const STATIC = /\b(import|export)\s+([\w\s{},*$]*?)\s*\bfrom\s*(?=['"])/g;
const SIDE_EFFECT = /\bimport\s*(?=['"])/g;
const DYNAMIC = /\b(?:import|require)\s*\(\s*(?=['"`])/g;

// Nearly every rule asks for the same imports of the same tree.
const known = new WeakMap<Tree, readonly Import[]>();

/** Every import of every code file, static and dynamic, types included. */
export function findImports(tree: Tree): readonly Import[] {
  const found =
    known.get(tree) ??
    [...tree].flatMap(([path, text]) => (isCode(path) ? importsOf(path, text) : []));
  known.set(tree, found);
  return found;
}

export function importsOf(path: string, text: string): Import[] {
  const { code, literals } = scanSource(text);
  const found = [STATIC, SIDE_EFFECT, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)]);
  return found.flatMap((match) => {
    const specifier = literals.get(match.index + match[0].length)?.value;
    if (specifier === undefined) return [];
    const clause = match[2] ?? '';
    return {
      from: path,
      line: lineOf(text, match.index),
      specifier,
      target: resolve(path, specifier),
      isTypeOnly: isTypeOnly(clause),
      isReexportOfAll: match[1] === 'export' && clause.startsWith('*'),
      clause,
    };
  });
}

function isTypeOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{(.*)\}$/s.exec(clause)?.[1]?.split(',') ?? [];
  const given = names.filter((name) => name.trim() !== '');
  return given.length > 0 && given.every((name) => /^\s*type\s/.test(name));
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, folder, rest] = /^@kinora\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (!folder || !rest) return null;
  if (folder !== 'i18n') return `${folder}/src/${rest}.ts`;
  return rest.includes('/') ? `i18n/${rest}.json` : `i18n/${rest}.ts`;
}
