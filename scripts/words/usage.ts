import { isCode, isShipped, type Tree } from '../layout/source.ts';
import { lineOfNode, nameOf, nodesOf, textOf } from '../layout/syntax.ts';

type Use = { path: string; line: number; key: string; isPrefix: boolean };

/** Lists keys in code that no language has, as `path:line: …`. */
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

/** The files of words that a file of code can ask for. */
export function filesSaidBy(
  tree: Tree,
  path: string,
  fileOfWord: (id: string) => string,
): Set<string> {
  const namespaces = nodesOf(tree, path).flatMap((node) =>
    node.type === 'CallExpression' && nameOf(node.callee) === 'useTranslations'
      ? (textOf(node.arguments[0]) ?? [])
      : [],
  );
  const keys = usesIn(tree, path).map(({ key }) => key);
  return new Set([...namespaces, ...keys].map(fileOfWord));
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
    return usesIn(tree, path);
  });
}

function usesIn(tree: Tree, path: string): Use[] {
  const namespaces = new Map<string, string | undefined>();
  return nodesOf(tree, path).flatMap((node): Use[] => {
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node;
      if (init?.type === 'CallExpression' && nameOf(init.callee) === 'useTranslations') {
        namespaces.set(nameOf(id), textOf(init.arguments[0]));
      }
    }
    if (node.type !== 'CallExpression') return [];
    const [name = ''] = nameOf(node.callee).split(/\.(?:rich|markup|raw|has)$/);
    const [argument] = node.arguments;
    const text = textOf(argument);
    if (!namespaces.has(name) || text === undefined) return [];
    const namespace = namespaces.get(name);
    const key = namespace ? `${namespace}.${text}` : text;
    const isPrefix = argument?.type === 'TemplateLiteral' && argument.quasis.length > 1;
    return [{ path, line: lineOfNode(tree, path, node), key, isPrefix }];
  });
}

function wordsOf(tree: Tree): Set<string> {
  const shipped = [...tree].filter(([path]) => isCode(path) && isShipped(path));
  return new Set(shipped.flatMap(([, text]) => text.match(/[\w$-]+/g) ?? []));
}
