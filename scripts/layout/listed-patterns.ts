import type { Node } from 'oxc-parser';
import { isCode, lineOf, type Tree } from './source.ts';
import { lineOfNode, nameOf, nodesOf } from './syntax.ts';

/** A regular expression; its source is null where it is made of what the file does not say. */
export type ListedPattern = { line: number; source: string | null; flags: string };

/** Lists the regular expressions of code and of nginx's configuration, as JavaScript has them. */
export function listPatterns(tree: Tree, path: string): ListedPattern[] {
  if (isCode(path)) return listOfCode(tree, path);
  const text = tree.get(path) ?? '';
  return path.endsWith('.conf') ? listOfNginx(text) : [];
}

function listOfCode(tree: Tree, path: string): ListedPattern[] {
  const nodes = nodesOf(tree, path);
  const constants = new Map<string, Node>();
  for (const node of nodes) {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue;
    for (const { id, init } of node.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    }
  }
  return nodes.flatMap((node): ListedPattern[] => {
    const line = () => lineOfNode(tree, path, node);
    if (node.type === 'Literal' && 'regex' in node) {
      return [{ line: line(), source: node.regex.pattern, flags: node.regex.flags }];
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isMade || nameOf(node.callee) !== 'RegExp') return [];
    const [made, flags] = node.arguments;
    const said = flags ? readText(flags, constants) : '';
    const source = made && said !== null ? readText(made, constants) : null;
    return [{ line: line(), source, flags: said ?? '' }];
  });
}

/** Reads a text that is made of constants of its file; null where it is made of anything else. */
function readText(node: Node, constants: ReadonlyMap<string, Node>): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'Identifier') {
    const found = constants.get(node.name);
    return found ? readText(found, constants) : null;
  }
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap(({ value }, at) => {
      const hole = node.expressions[at];
      return [value.cooked, ...(hole ? [readText(hole, constants)] : [])];
    });
    return parts.includes(null) ? null : parts.join('');
  }
  if (node.type !== 'CallExpression') return null;
  // The pattern of an address with variable parts: two such parts with letters around them stand for it.
  const replacement = node.arguments[1];
  if (!nameOf(node.callee).endsWith('.replaceAll') || !replacement) return null;
  const part = readText(replacement, constants);
  return part === null ? null : `/a/${part}/b/${part}`;
}

/** `~…` in a map or before a place; `^~` is none. */
function listOfNginx(text: string): ListedPattern[] {
  const found = text.matchAll(/(?<=^[ ]*(?:location |if \([^\n"]*)?"?)~\*? ?"?([^\s"]+)/gm);
  return [...found].map(({ 1: source = '', index }) => ({
    line: lineOf(text, index),
    source,
    flags: '',
  }));
}
