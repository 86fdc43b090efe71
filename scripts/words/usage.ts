import { type Scan, scanSource } from '../layout/scan.ts';
import { isCode, isShipped, lineOf, type Tree } from '../layout/source.ts';

type Use = { path: string; line: number; key: string; isPrefix: boolean };

const BINDING = /\b(?:const|let)\s+(\w+)\s*=\s*useTranslations\(\s*(['"])?/g;
const NAMESPACE = /\buseTranslations\s*(?:<[^()]*>\s*)?\(\s*(?=['"])/g;

/** Keys asked for in code that no language has, as `path:line: …`. */
export function findUnknownKeys(tree: Tree, keys: ReadonlySet<string>): string[] {
  return findUses(tree)
    .filter(({ key, isPrefix }) => !isKnown(key, isPrefix, keys))
    .map(({ path, line, key, isPrefix }) =>
      isPrefix
        ? `${path}:${line}: no key begins with "${key}"`
        : `${path}:${line}: there is no key "${key}"`,
    );
}

/**
 * Keys that nothing can ask for: not named in a call, not below a computed name, and their last
 * part is nowhere in the sources, so that no property access reaches them either.
 */
export function findUnusedKeys(tree: Tree, keys: ReadonlySet<string>): string[] {
  const uses = findUses(tree);
  const named = new Set(uses.map(({ key }) => key));
  const prefixes = uses.filter(({ isPrefix }) => isPrefix).map(({ key }) => key);
  const words = wordsOf(tree);
  return [...keys].filter((key) => {
    if (named.has(key) || prefixes.some((prefix) => key.startsWith(prefix))) return false;
    return !words.has(key.slice(key.lastIndexOf('.') + 1));
  });
}

/** The first parts of all ids that a file can ask for. */
export function filesSaidBy(path: string, text: string): Set<string> {
  const scan = scanSource(text);
  const namespaces = [...scan.code.matchAll(NAMESPACE)].map(
    (match) => scan.literals.get(match.index + match[0].length)?.value ?? '',
  );
  const keys = usesIn(path, text, scan).map(({ key }) => key);
  return new Set([...namespaces, ...keys].map((id) => id.split('.')[0] ?? ''));
}

function isKnown(key: string, isPrefix: boolean, keys: ReadonlySet<string>): boolean {
  if (!isPrefix) return keys.has(key) || hasBelow(`${key}.`, keys);
  return hasBelow(key, keys);
}

function hasBelow(prefix: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => key.startsWith(prefix));
}

function findUses(tree: Tree): Use[] {
  return [...tree].flatMap(([path, text]) => {
    if (!isCode(path) || !isShipped(path) || !text.includes('useTranslations')) return [];
    return usesIn(path, text, scanSource(text));
  });
}

function usesIn(path: string, text: string, scan: Scan): Use[] {
  const bindings = [...scan.code.matchAll(BINDING)].map((match) => ({
    offset: match.index,
    name: match[1] ?? '',
    namespace: match[2] && scan.literals.get(match.index + match[0].length - 1)?.value,
  }));
  return [...new Set(bindings.map(({ name }) => name))].flatMap((name) => {
    const call = new RegExp(
      `(?<![.\\w])${name}(?:\\.(?:rich|markup|raw|has))?\\(\\s*(?=['"\`])`,
      'g',
    );
    return [...scan.code.matchAll(call)].flatMap((match): Use[] => {
      const bound = bindings.findLast((at) => at.name === name && at.offset < match.index);
      const quote = match.index + match[0].length;
      const literal = scan.literals.get(quote);
      if (!bound || !literal) return [];
      const key = bound.namespace ? `${bound.namespace}.${literal.value}` : literal.value;
      const isPrefix = scan.code.startsWith('${', quote + 1 + literal.value.length);
      return [{ path, line: lineOf(text, match.index), key, isPrefix }];
    });
  });
}

function wordsOf(tree: Tree): Set<string> {
  const shipped = [...tree].filter(([path]) => isCode(path) && isShipped(path));
  return new Set(shipped.flatMap(([, text]) => text.match(/[\w$-]+/g) ?? []));
}
