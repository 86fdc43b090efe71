import type { Node } from 'oxc-parser';
import { isCode, type Rule } from './source.ts';
import { lineOfNode, nodesOf } from './syntax.ts';

/** A literal that is spread into another one, or into a tag, saves lines and hides fields. */
export const plainFields: Rule = (tree) =>
  [...tree.keys()].filter(isCode).flatMap((path) =>
    nodesOf(tree, path)
      .flatMap(listSpreads)
      .map((spread) => ({
        path,
        line: lineOfNode(tree, path, spread),
        message: 'write the fields of a spread literal plainly, one a line',
      })),
  );

function listSpreads(node: Node): Node[] {
  if (node.type === 'JSXSpreadAttribute') {
    return node.argument.type === 'ObjectExpression' ? [node] : [];
  }
  if (node.type === 'ObjectExpression') {
    return node.properties.filter((part) => isSpreadOf(part, 'ObjectExpression'));
  }
  if (node.type === 'ArrayExpression') {
    const elements = node.elements.filter((part) => part !== null);
    return elements.filter((part) => isSpreadOf(part, 'ArrayExpression'));
  }
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  return isCall ? node.arguments.filter((part) => isSpreadOf(part, 'ArrayExpression')) : [];
}

function isSpreadOf(node: Node, literal: 'ObjectExpression' | 'ArrayExpression'): boolean {
  return node.type === 'SpreadElement' && node.argument.type === literal;
}
