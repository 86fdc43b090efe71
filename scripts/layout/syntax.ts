import {
  type EcmaScriptModule,
  type Node,
  type ParseResult,
  parseSync,
  visitorKeys,
} from 'oxc-parser';
import { type Fault, isCode, isShipped, lineOf, type Tree } from './source.ts';

// All rules look at the same files: each is parsed once, and its nodes are listed once.
const parsed = new WeakMap<Tree, Map<string, ParseResult>>();
const listed = new WeakMap<ParseResult, readonly Node[]>();

/** Returns the imports and exports of a code file. */
export function moduleOf(tree: Tree, path: string): EcmaScriptModule {
  return parse(tree, path).module;
}

/** Every node of a code file, in the order of its text. */
export function nodesOf(tree: Tree, path: string): readonly Node[] {
  const result = parse(tree, path);
  const nodes = listed.get(result) ?? listNodes(result.program, []);
  listed.set(result, nodes);
  return nodes;
}

/** Returns a fault for each line of the product's code with such a node. */
export function faultsWhere(
  tree: Tree,
  where: (path: string, text: string) => boolean,
  isFault: (node: Node) => boolean,
  message: string,
): Fault[] {
  return [...tree].flatMap(([path, text]) => {
    if (!isCode(path) || !isShipped(path) || !where(path, text)) return [];
    const lines = nodesOf(tree, path).filter(isFault);
    return [...new Set(lines.map((node) => lineOfNode(tree, path, node)))].map((line) => ({
      path,
      line,
      message,
    }));
  });
}

/** The line on which the name of a call or the last name of a path stands. */
export function lineOfNode(tree: Tree, path: string, node: Node): number {
  const named = node.type === 'CallExpression' ? node.callee : node;
  const { start } = named.type === 'MemberExpression' ? named.property : named;
  return lineOf(tree.get(path) ?? '', start);
}

/** `a.b.c` however it is written; what has no name is left away: `f().c` is `.c`. */
export function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  const { object, property, computed } = node;
  return `${nameOf(object)}.${computed ? (textOf(property) ?? '') : nameOf(property)}`;
}

export function isCallOf(node: Node, name: RegExp): boolean {
  return node.type === 'CallExpression' && name.test(nameOf(node.callee));
}

/** The text of a literal, up to its first hole. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked ?? undefined;
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function parse(tree: Tree, path: string): ParseResult {
  const known = parsed.get(tree) ?? new Map<string, ParseResult>();
  parsed.set(tree, known);
  const result =
    known.get(path) ?? parseSync(path, tree.get(path) ?? '', { preserveParens: false });
  known.set(path, result);
  if (result.errors[0]) throw new Error(`${path}: ${result.errors[0].message}`);
  return result;
}

function listNodes(node: Node, nodes: Node[]): Node[] {
  nodes.push(node);
  const fields = node as unknown as Record<string, Node | null | readonly (Node | null)[]>;
  for (const key of visitorKeys[node.type] ?? []) {
    const below = fields[key];
    if (!below) continue;
    if ('type' in below) listNodes(below, nodes);
    else for (const child of below) if (child) listNodes(child, nodes);
  }
  return nodes;
}
